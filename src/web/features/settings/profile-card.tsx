import { Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { profileQuery, saveFullName } from '../../api/profile.ts'
import { authClient } from '../../api/session.ts'
import { type SessionUser, useSession } from '../../api/session-state.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { words } from './words.ts'

/** The full name to change, the email to read (document 1, section 2). */
export function ProfileCard() {
  const { user } = useSession()
  return (
    <Card>
      <Title order={2} size="h3">
        {words.profile}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {words.profileLead}
      </Text>
      {user ? <ProfileForm user={user} /> : null}
    </Card>
  )
}

function ProfileForm({ user }: { user: SessionUser }) {
  const [fullName, setFullName] = useState(user.fullName)
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      queries.setQueryData(profileQuery.queryKey, await saveFullName(fullName))
      showToast({ kind: 'success', title: words.saved, description: words.savedNext })
      // The session shows the name too; its next token carries the new one.
      await (await authClient()).refreshSession()
    } catch {
      showToast({ kind: 'error', title: words.notSaved, description: words.notSavedNext })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={save}>
      <Stack gap="md">
        <TextInput
          label={words.fullName}
          value={fullName}
          onChange={({ currentTarget }) => setFullName(currentTarget.value)}
          autoComplete="name"
          maxLength={200}
        />
        <TextInput label={words.email} value={user.email} description={words.emailNote} readOnly />
        <div>
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
