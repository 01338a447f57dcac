import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import words from '../../words/en/two-step.ts'
import { translateRefusal } from '../api/auth-refusal.ts'
import { findAccessToken, loadAuthClient } from '../api/session.ts'
import { logOut } from '../api/session-state.ts'
import { queryClient } from '../api/verifications.ts'
import { useAction } from '../shared/effects.ts'
import { focusNow, useLostFocus, useRefusal } from '../shared/focus.ts'
import { leftToRight } from '../shared/forms/left-to-right.ts'
import { Moment } from '../shared/time/moment.tsx'
import { showToast } from '../shared/ui/toast.ts'
import { ButtonElement } from '../theme/button.tsx'

type Way = 'code' | 'recovery' | 'lost'
type App = { id: string; removal_due_at?: string | undefined; has_passkey?: boolean }
type Fault = { code?: string | undefined }

/**
 * Asks for the second step of a login, above the page that needed it, and then lets the page repeat the refused
 * requests. It stays until the step is done or the person logs out: the page behind it is unusable until then.
 */
export default function SecondStepDialog({ onDone }: { onDone: () => void }) {
  const [way, setWay] = useState<Way>('code')
  const [app, setApp] = useState<App | null>(null)
  useEffect(() => {
    findApp().then(setApp, () => {})
  }, [])
  const part = useLostFocus<HTMLDivElement>(app)
  const finish = () => {
    onDone()
    void queryClient.invalidateQueries()
  }
  const title = { code: words.code.title, recovery: words.code.recoveryTitle, lost: words.lost.title }[way]
  return (
    <Modal opened onClose={() => {}} title={title} withCloseButton={false} closeOnEscape={false}>
      <Stack gap="md" ref={part} tabIndex={-1}>
        {app?.removal_due_at ? (
          <Removal at={app.removal_due_at} onKept={() => setApp({ ...app, removal_due_at: undefined })} />
        ) : null}
        {way === 'lost' ? (
          <LostApp onBegun={setApp} onBack={() => setWay('code')} />
        ) : (
          <CodeForm key={way} way={way} onDone={finish} />
        )}
        {way === 'lost' ? null : (
          <Group gap="md">
            <Anchor
              component="button"
              type="button"
              mod="standalone"
              onClick={() => setWay(way === 'code' ? 'recovery' : 'code')}
            >
              {way === 'code' ? words.code.useRecovery : words.code.useApp}
            </Anchor>
            {app?.has_passkey ? <PasskeyWay onDone={finish} /> : null}
            <Anchor component="button" type="button" mod="standalone" onClick={() => setWay('lost')}>
              {words.code.lost}
            </Anchor>
            <Anchor component="button" type="button" mod="standalone" onClick={() => void logOut()}>
              {words.code.logOut}
            </Anchor>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

/** The account's app, and when it will be removed if a removal was requested. */
async function findApp(): Promise<App | null> {
  const { data } = await (await loadAuthClient()).mfa.recoveryCodes.getStatus()
  return data
}

function CodeForm({ way, onDone }: { way: 'code' | 'recovery'; onDone: () => void }) {
  const { isBusy, failure, setFailure, run } = useAction((fault) =>
    (fault as Fault).code === 'mfa_verification_failed'
      ? way === 'code'
        ? words.code.wrong
        : words.code.wrongRecovery
      : explainFault(fault, words.code.failed),
  )
  const refusal = useRefusal(failure)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (code === '') return setFailure(words.code.missing)
    void run(async () => {
      await (way === 'code' ? enterCode(code) : enterRecoveryCode(code))
      onDone()
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          {...leftToRight}
          name="code"
          data-autofocus
          autoFocus
          label={way === 'code' ? words.code.label : words.code.recoveryLabel}
          description={way === 'code' ? words.code.lead : words.code.recoveryLead}
          inputMode={way === 'code' ? 'numeric' : 'text'}
          autoComplete={way === 'code' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          {...refusal}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {words.code.submit}
        </Button>
      </Stack>
    </form>
  )
}

async function enterCode(code: string): Promise<void> {
  const app = await findApp()
  if (!app) throw new Error('there is no app')
  const { error } = await (await loadAuthClient()).mfa.challengeAndVerify({ factorId: app.id, code })
  if (error) throw error
}

async function enterRecoveryCode(code: string): Promise<void> {
  const { error } = await (await loadAuthClient()).mfa.recoveryCodes.verify({ code })
  if (error) throw error
}

function PasskeyWay({ onDone }: { onDone: () => void }) {
  const { isBusy, run } = useAction()
  if (!('PublicKeyCredential' in window)) return null
  const press = () =>
    run(async () => {
      const { logInWithPasskey } = await import('../features/accounts/passkey-login.ts')
      if ((await logInWithPasskey()) === 'done') onDone()
    })
  return (
    <Anchor component={ButtonElement} mod="standalone" data-disabled={isBusy} onClick={() => void press()}>
      {words.code.usePasskey}
    </Anchor>
  )
}

function LostApp({ onBegun, onBack }: { onBegun: (app: App | null) => void; onBack: () => void }) {
  const { isBusy, failure, run } = useAction((fault) =>
    (fault as Fault).code === 'reauthentication_needed'
      ? words.lost.logInAgain
      : explainFault(fault, words.lost.failed),
  )
  const begin = () =>
    run(async () => {
      await callRemoval('POST')
      onBegun(await findApp())
      onBack()
    })
  return (
    <>
      <Text ref={focusNow} tabIndex={-1}>
        {words.lost.lead}
      </Text>
      <Button loading={isBusy} onClick={() => void begin()}>
        {words.lost.submit}
      </Button>
      {failure ? (
        <Text role="alert" c="red">
          {failure}
        </Text>
      ) : null}
      <Button variant="default" onClick={onBack}>
        {words.code.back}
      </Button>
    </>
  )
}

function Removal({ at, onKept }: { at: string; onKept: () => void }) {
  const { isBusy, failure, run } = useAction(() => words.removal.notKept)
  const keep = () =>
    run(async () => {
      await callRemoval('DELETE')
      showToast({ kind: 'success', title: words.removal.kept })
      onKept()
    })
  return (
    <Alert title={words.removal.title}>
      <Stack gap="sm" align="flex-start">
        <Text>
          <Moment at={at} within={words.removal.on} /> {words.removal.stop}
        </Text>
        <Button variant="default" size="sm" loading={isBusy} onClick={() => void keep()}>
          {words.removal.keep}
        </Button>
        {failure ? (
          <Text role="alert" c="red">
            {failure}
          </Text>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** Requests the removal of a lost app, or cancels it: calls that the published auth client doesn't have. */
async function callRemoval(method: 'POST' | 'DELETE'): Promise<void> {
  const response = await fetch('/auth/v1/factors/removal', {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Supabase-Api-Version': '2024-01-01',
      Authorization: `Bearer ${await findAccessToken()}`,
    },
  })
  if (!response.ok) throw await (await translateRefusal(response)).json()
}

/** The service's own text for a rate limit, because it includes the time of the next try. */
function explainFault(fault: unknown, otherwise: string): string {
  const { code, message } = fault as { code?: string; message?: string }
  return code === 'over_request_rate_limit' && message ? message : otherwise
}
