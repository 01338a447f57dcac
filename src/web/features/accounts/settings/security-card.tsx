import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SignedInDevice } from '../../../../contract/account.ts'
import { nameDevice } from '../../../../words/device.ts'
import words from '../../../../words/en/settings.ts'
import { devicesQuery } from '../../../api/account.ts'
import { loadAuthClient, readStoredPerson, sendAuthorisedRequest } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { useAction } from '../../../shared/effects.ts'
import { useLostFocus } from '../../../shared/focus.ts'
import { PasswordField, SubmitButton } from '../../../shared/forms/form-parts.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { insert } from '../../../shared/ui/insert.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import {
  findGuessableFault,
  makeNewPasswordSchema,
  type NewPassword,
  NewPasswordFields,
  WhosePassword,
} from '../new-password.tsx'
import classes from './devices-card.module.css'
import { SettingsCard } from './settings-card.tsx'

const schema = makeNewPasswordSchema({ asksCurrent: true })

/** Change Password: asks for the current one; the service ends the other sessions and mails a notice. */
export function SecurityCard() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useLostFocus<HTMLButtonElement>(isOpen)
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
          <Button ref={button} variant="default" onClick={() => setIsOpen(true)}>
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
    announces: true,
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
          autoFocus
          autoComplete="current-password"
        />
        <Anchor component={Link} to="/forgot-password" size="sm" mod="standalone">
          {words.noPassword}
        </Anchor>
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

/** The devices with a session: this device is marked, the others can be signed out. */
export function DevicesCard() {
  const devices = useQuery(devicesQuery)
  const { isBusy, signOut } = useSignOut(words.othersSignedOut, async () => {
    const { error } = await (await loadAuthClient()).signOut({ scope: 'others' })
    if (error) throw error
  })
  return (
    <SettingsCard query={devices} words={words.devices}>
      {(list) => (
        <>
          <ul className={classes['list']}>
            {list
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((device) => (
                <Device key={device.id} device={device} />
              ))}
          </ul>
          {list.length > 2 ? (
            <div>
              <Button variant="default" size="sm" onClick={signOut} loading={isBusy}>
                {words.signOutOthers}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </SettingsCard>
  )
}

/** Signs devices out by `end`, says so, and loads the list again. */
function useSignOut(done: string, end: () => Promise<unknown>) {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries(devicesQuery)
  const { isBusy, run } = useAction(() => {
    showToast({ kind: 'error', title: words.notSignedOut, description: words.errorNext })
    void reload()
    return null
  })
  const signOut = () =>
    run(async () => {
      await end()
      showToast({ kind: 'success', title: done })
      await reload()
    })
  return { isBusy, signOut }
}

function Device({ device }: { device: SignedInDevice }) {
  const { isBusy, signOut } = useSignOut(words.signedOut, () =>
    sendAuthorisedRequest('DELETE /api/sessions/:id', { params: { id: device.id } }),
  )
  const nameId = `device-${device.id}`
  return (
    <li className={classes['device']}>
      <div className={classes['words']}>
        <Group gap="xs">
          <Text fw={600} id={nameId}>
            {nameDevice(device.userAgent)}
          </Text>
          {device.current ? (
            <Badge color="assent" tt="none">
              {words.thisDevice}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {device.ip ? (
            insert(words.signedInFrom, { at: <Moment at={device.signedInAt} />, network: device.ip })
          ) : (
            <Moment at={device.signedInAt} within={words.signedIn} />
          )}
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={device.lastUsedAt} within={words.lastUsed} />
        </Text>
      </div>
      {device.current ? null : (
        <Button variant="default" size="sm" aria-describedby={nameId} onClick={signOut} loading={isBusy}>
          {words.signOut}
        </Button>
      )}
    </li>
  )
}
