import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accountLimits } from '../../../../domain/account/limits.ts'
import { nameDevice } from '../../../../words/device.ts'
import words from '../../../../words/en/passkeys.ts'
import { devicesQuery } from '../../../api/account.ts'
import { useAction } from '../../../shared/effects.ts'
import { focusNow, useLostFocus } from '../../../shared/focus.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { isOfBrowser } from '../passkey-login.ts'
import { ask, type Passkey, passkeysQuery, showFault, useProvenChange } from './ask-service.tsx'
import classes from './devices-card.module.css'
import { SettingsCard } from './settings-card.tsx'

/** The account's passkeys, to add, rename and remove (PASSKEY-8). */
export function PasskeysCard() {
  return (
    <SettingsCard query={useQuery(passkeysQuery)} words={words}>
      {(passkeys) => (
        <>
          {passkeys.length > 0 ? (
            <ul className={classes['list']}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          ) : null}
          {'PublicKeyCredential' in window ? <AddPasskey /> : <Text>{words.unsupported}</Text>}
        </>
      )}
    </SettingsCard>
  )
}

export function AddPasskey({ onAdded }: { onAdded?: () => void }) {
  const queries = useQueryClient()
  const adding = useProvenChange(
    async () => {
      const added = await ask((auth) => auth.registerPasskey())
      if (added) {
        const name = { passkeyId: added.id, friendlyName: nameDevice(navigator.userAgent) }
        await ask((auth) => auth.passkey.update(name)).catch(() => {})
      }
    },
    {
      onDone() {
        showToast({ kind: 'success', title: words.addedDone, description: words.addedNext })
        onAdded?.()
        return queries.invalidateQueries(passkeysQuery)
      },
      onRefused(fault) {
        // The user closed the browser's dialog, or it showed the error itself.
        if (!isOfBrowser(fault)) showFault(words.notAdded, fault)
      },
    },
  )
  return (
    adding.proof ?? (
      <div>
        <Button ref={adding.button} variant="default" loading={adding.isBusy} onClick={adding.send}>
          {words.add}
        </Button>
      </div>
    )
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [shown, setShown] = useState<'passkey' | 'rename' | 'remove'>('passkey')
  const close = () => setShown('passkey')
  const name = useLostFocus<HTMLParagraphElement>(shown)
  const nameId = `passkey-${passkey.id}`
  return (
    <li className={classes['device']}>
      <div className={classes['words']}>
        <Text fw={600} id={nameId} ref={name} tabIndex={-1}>
          <bdi>{passkey.friendly_name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <Moment at={passkey.created_at} within={words.added} />
        </Text>
        {passkey.last_used_at ? (
          <Text size="sm" c="dimmed">
            <Moment at={passkey.last_used_at} within={words.lastUsed} />
          </Text>
        ) : null}
      </div>
      {shown === 'rename' ? <RenameForm passkey={passkey} onClose={close} /> : null}
      {shown === 'remove' ? <RemovalQuestion passkey={passkey} onClose={close} /> : null}
      {shown === 'passkey' ? (
        <Group gap="sm">
          <Button variant="default" size="sm" aria-describedby={nameId} onClick={() => setShown('rename')}>
            {words.rename}
          </Button>
          <Button variant="default" size="sm" aria-describedby={nameId} onClick={() => setShown('remove')}>
            {words.remove}
          </Button>
        </Group>
      ) : null}
    </li>
  )
}

type ChangeProps = { passkey: Passkey; onClose: () => void }

function RenameForm({ passkey, onClose }: ChangeProps) {
  const queries = useQueryClient()
  const { isBusy, run } = useAction((fault) => {
    showFault(words.notRenamed, fault)
    return null
  })
  const rename = (friendlyName: string) =>
    run(async () => {
      await ask((auth) => auth.passkey.update({ passkeyId: passkey.id, friendlyName }))
      await queries.invalidateQueries(passkeysQuery)
      showToast({ kind: 'success', title: words.renamed })
      onClose()
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '') void rename(name)
  }
  return (
    <form onSubmit={submit} noValidate style={{ width: '100%' }}>
      <Stack gap="sm">
        <TextInput
          name="name"
          label={words.name}
          autoFocus
          defaultValue={passkey.friendly_name}
          maxLength={accountLimits.passkeyNameMax}
          autoComplete="off"
        />
        <Group gap="sm">
          <Button type="submit" size="sm" loading={isBusy}>
            {words.save}
          </Button>
          <Button variant="default" size="sm" onClick={onClose}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RemovalQuestion({ passkey, onClose }: ChangeProps) {
  const queries = useQueryClient()
  const reload = () => {
    void queries.invalidateQueries(devicesQuery)
    return queries.invalidateQueries(passkeysQuery)
  }
  const removal = useProvenChange(() => ask((auth) => auth.passkey.delete({ passkeyId: passkey.id })), {
    onDone() {
      showToast({ kind: 'success', title: words.removed })
      return reload()
    },
    onRefused(fault) {
      showFault(words.notRemoved, fault)
      void reload()
    },
  })
  if (removal.proof) return removal.proof
  return (
    <Stack ref={focusNow} tabIndex={-1} gap="sm" w="100%" role="group" aria-label={words.removeTitle}>
      <Text>
        {words.removeTitle} {words.removeNext}
      </Text>
      <Group gap="sm">
        <Button ref={removal.button} size="sm" loading={removal.isBusy} onClick={removal.send}>
          {words.remove}
        </Button>
        <Button variant="default" size="sm" onClick={onClose}>
          {words.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
