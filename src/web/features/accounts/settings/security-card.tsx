import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import words from '../../../../words/en/settings.ts'
import { devicesQuery } from '../../../api/devices.ts'
import { loadAuthClient } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { readStoredPerson } from '../../../api/stored-person.ts'
import { findGuessableFault } from '../../../shared/forms/guessable-fault.ts'
import { makeNewPasswordSchema, type NewPassword } from '../../../shared/forms/new-password-schema.ts'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { SubmitButton } from '../../../shared/forms/submit-button.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { NewPasswordFields, WhosePassword } from '../new-password-fields.tsx'

const schema = makeNewPasswordSchema({ asksCurrent: true })

/** Change Password: asks for the current one; the service ends the other sessions and mails a notice. */
export function SecurityCard() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card>
      <Title order={2} size="h3">
        {words.security}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {words.securityLead}
      </Text>
      {isOpen ? (
        <PasswordForm onClose={() => setIsOpen(false)} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {words.changePassword}
          </Button>
        </div>
      )}
    </Card>
  )
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const queries = useQueryClient()
  const { busy, ready, formProps, field } = useSchemaForm({
    loadSchema: () => Promise.resolve(schema),
    onValid: async (passwords) => {
      const outcome = await changePassword(passwords)
      if (outcome === 'done') {
        void queries.invalidateQueries(devicesQuery)
        onClose()
      }
      return outcome
    },
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <WhosePassword email={user?.email ?? ''} />
        <PasswordField
          {...field('currentPassword')}
          label={words.currentPassword}
          autoComplete="current-password"
        />
        <NewPasswordFields field={field} words={words} />
        <Group>
          <SubmitButton busy={busy} ready={ready} fullWidth={false}>
            {words.updatePassword}
          </SubmitButton>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

async function changePassword({ currentPassword, newPassword }: NewPassword): Promise<Outcome> {
  const guessable = await findGuessableFault(newPassword, readStoredPerson())
  if (guessable) return { errors: { newPassword: guessable } }
  const auth = await loadAuthClient()
  const { error } = await auth.updateUser({ password: newPassword, current_password: currentPassword })
  if (!error) {
    showToast({ kind: 'success', title: words.passwordUpdated, description: words.passwordUpdatedNext })
    return 'done'
  }
  if (!error.code) {
    showToast({ kind: 'error', title: words.error, description: words.errorNext })
    return 'failed'
  }
  showToast({ kind: 'error', title: words.passwordNotUpdated, description: error.message, durationMs: 8000 })
  const isCurrent = error.code === 'current_password_invalid' || error.code === 'current_password_required'
  return { errors: { [isCurrent ? 'currentPassword' : 'newPassword']: error.message } }
}
