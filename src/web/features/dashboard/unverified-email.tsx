import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import words from '../../../words/en/dashboard.ts'
import type { SessionUser } from '../../api/session-state.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { useConfirmation } from './use-confirmation.ts'

/** Stands until the link of the confirmation mail was used; can have the mail sent again. */
export function UnverifiedEmail({ user }: { user: SessionUser }) {
  const [busy, setBusy] = useState(false)
  const look = useConfirmation()
  const resend = async () => {
    setBusy(true)
    showToast(await resendConfirmation(user.email))
    setBusy(false)
    look()
  }
  return (
    <Alert color="yellow" title={words.unverified} mb="xl" role="status">
      <Group justify="space-between" gap="md">
        <Text inherit flex="1 1 18rem">
          {words.unverifiedNext({ email: user.email })}
        </Text>
        <Button variant="default" size="sm" onClick={resend} loading={busy}>
          {words.resend}
        </Button>
      </Group>
    </Alert>
  )
}
