import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { SessionUser } from '../../api/session-state.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { words } from './words.ts'

/** Stands until the link of the confirmation mail was used; can have the mail sent again. */
export function UnverifiedEmail({ user }: { user: SessionUser }) {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    const failure = await resendConfirmation(user.email)
    setBusy(false)
    if (failure === null) showToast({ kind: 'success', title: words.sent, description: words.sentNext })
    else showToast({ kind: 'error', title: words.notSent, description: failure })
  }
  return (
    <Alert color="yellow" title={words.unverified} mb="xl" role="status">
      <Group justify="space-between" gap="md">
        <Text inherit flex="1 1 18rem">
          {words.unverifiedNext(user.email)}
        </Text>
        <Button variant="default" size="sm" onClick={resend} loading={busy}>
          {words.resend}
        </Button>
      </Group>
    </Alert>
  )
}
