import { Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import words from '../../../../words/en/settings.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { profileQuery } from '../../../api/profile.ts'
import { findAccessToken, loadAuthClient } from '../../../api/session.ts'
import { type SessionUser, useSession } from '../../../api/session-state.ts'
import { SubmitButton } from '../../../shared/forms/submit-button.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { showToast } from '../../../shared/ui/toast.ts'

const loadSchema = () =>
  import('../../../../contract/account.ts').then(({ profileUpdateSchema }) => profileUpdateSchema)

/** The full name to change, the email to read (SETTINGS-1). */
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
  const queries = useQueryClient()
  const { busy, ready, formProps, field } = useSchemaForm({
    loadSchema,
    onValid: ({ full_name: fullName }) => save(fullName, queries),
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          {...field('full_name')}
          label={words.fullName}
          defaultValue={user.fullName}
          autoComplete="name"
        />
        <TextInput label={words.email} value={user.email} description={words.emailNote} readOnly />
        <div>
          <SubmitButton busy={busy} ready={ready} fullWidth={false}>
            {words.save}
          </SubmitButton>
        </div>
      </Stack>
    </form>
  )
}

async function save(fullName: string, queries: QueryClient): Promise<Outcome> {
  try {
    if ((await findAccessToken()) === null) return sayNotSaved(words.noUser)
    const profile = await sendAuthorisedRequest('PATCH /api/profile', { json: { full_name: fullName } })
    queries.setQueryData(profileQuery.queryKey, profile)
  } catch {
    return sayNotSaved(words.notSavedNext)
  }
  showToast({ kind: 'success', title: words.saved, description: words.savedNext })
  // The session shows the name too; its next token carries the new one.
  await (await loadAuthClient()).refreshSession()
  return 'done'
}

function sayNotSaved(description: string): 'failed' {
  showToast({ kind: 'error', title: words.notSaved, description })
  return 'failed'
}
