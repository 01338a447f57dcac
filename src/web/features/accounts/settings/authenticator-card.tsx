import { Alert, Anchor, Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import allWords from '../../../../words/en/two-step.ts'
import { devicesQuery } from '../../../api/account.ts'
import { copyText } from '../../../shared/browser.ts'
import { useAction } from '../../../shared/effects.ts'
import { focusNow, useLostFocus, useRefusal } from '../../../shared/focus.ts'
import { QrCode } from '../../../shared/link/qr-code.tsx'
import { Moment } from '../../../shared/time/moment.tsx'
import { insert } from '../../../shared/ui/insert.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { ask, type Fault, showFault, useProvenChange } from './ask-service.tsx'
import { SettingsCard } from './settings-card.tsx'

const words = allWords.card

type App = { id: string; remaining: number; confirmed_at?: string }
type NewApp = { id: string; totp: { uri: string; secret: string } }

/** Null without a confirmed app. */
export const appQuery = queryOptions({
  queryKey: ['authenticator-app'],
  queryFn: async (): Promise<App | null> => {
    // Without a confirmed app, the service would refuse the question about its codes.
    const factors = await ask((auth) => auth.mfa.listFactors())
    return factors?.totp.length ? ask((auth) => auth.mfa.recoveryCodes.getStatus()) : null
  },
})

const makeCodes = async () => (await ask((auth) => auth.mfa.recoveryCodes.generate()))?.codes ?? []

/** The account's authenticator app: set up with its recovery codes, or removed (TWOSTEP-11). */
export function AuthenticatorCard() {
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <SettingsCard query={useQuery(appQuery)} part={codes} words={words}>
      {(app) => {
        if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
        return app ? <ConfirmedApp app={app} onCodes={setCodes} /> : <SetUp onCodes={setCodes} />
      }}
    </SettingsCard>
  )
}

/** Starts with a button, and with the password if the sign-in isn't recent; then asks for the app's first code. */
function SetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const beginning = useProvenChange(
    () =>
      ask(
        (auth): Promise<{ data: NewApp | null; error: Fault | null }> =>
          auth.mfa.enroll({ factorType: 'totp' }),
      ),
    { onRefused: (fault) => showFault(words.notSetUp, fault) },
  )
  if (beginning.data) return <FirstCode app={beginning.data} onCodes={onCodes} onCancel={beginning.reset} />
  return (
    beginning.proof ?? (
      <div>
        <Button ref={beginning.button} variant="default" loading={beginning.isBusy} onClick={beginning.send}>
          {words.setUp}
        </Button>
      </div>
    )
  )
}

type FirstCodeProps = { app: NewApp; onCodes: (codes: string[]) => void; onCancel: () => void }

function FirstCode({ app, onCodes, onCancel }: FirstCodeProps) {
  const queries = useQueryClient()
  const { isBusy, failure, run } = useAction((fault) => {
    if ((fault as Fault).code === 'mfa_verification_failed') return allWords.code.wrong
    showFault(words.notSetUp, fault)
    return null
  })
  const refusal = useRefusal(failure)
  const confirm = async (code: string) => {
    await ask(
      (auth): Promise<{ data: unknown; error: Fault | null }> =>
        auth.mfa.challengeAndVerify({ factorId: app.id, code }),
    )
    // The app is confirmed even if its codes fail; new ones can be generated later.
    const codes = await makeCodes().catch(() => [])
    if (codes.length > 0) onCodes(codes)
    else showToast({ kind: 'success', title: words.done })
    void queries.invalidateQueries(devicesQuery)
    await queries.invalidateQueries(appQuery)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    void run(() => confirm(code))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" align="flex-start">
        <Text ref={focusNow} tabIndex={-1}>
          {words.scan}
        </Text>
        <QrCode text={app.totp.uri} label={words.qrCode} />
        <Anchor href={app.totp.uri} mod="standalone">
          {words.here}
        </Anchor>
        <Text>
          {insert(words.key, { key: <Code style={{ overflowWrap: 'anywhere' }}>{app.totp.secret}</Code> })}
        </Text>
        <TextInput
          name="code"
          label={words.entry}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...refusal}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            {allWords.code.submit}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    if (await copyText(codes.join('\n'), null)) showToast({ kind: 'success', title: words.copied })
    else showToast({ kind: 'error', title: words.notCopied, description: words.notCopiedNext })
  }
  return (
    <Stack gap="md" align="flex-start">
      <Title order={3} size="h4" ref={heading} tabIndex={-1}>
        {words.codes}
      </Title>
      <Text>{words.codesLead}</Text>
      <Code
        block
        component="ol"
        dir="ltr"
        m={0}
        aria-label={words.codes}
        style={{ listStyle: 'none', columns: '8em 2' }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Code>
      <Group>
        <Button onClick={onKept}>{words.kept}</Button>
        <Button variant="default" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </Group>
    </Stack>
  )
}

function ConfirmedApp({ app, onCodes }: { app: App; onCodes: (codes: string[]) => void }) {
  const queries = useQueryClient()
  const [asksRemoval, setAsksRemoval] = useState(false)
  const remove = useLostFocus<HTMLButtonElement>(asksRemoval)
  const reload = () => queries.invalidateQueries(appQuery)
  const making = useProvenChange(makeCodes, {
    async onDone(codes) {
      onCodes(codes)
      await reload()
    },
    onRefused: (fault) => showFault(words.notMade, fault),
  })
  const removing = useProvenChange(() => ask((auth) => auth.mfa.unenroll({ factorId: app.id })), {
    onDone() {
      showToast({ kind: 'success', title: words.removed })
      return reload()
    },
    onRefused(fault) {
      showFault(words.notRemoved, fault)
      void reload()
    },
  })
  const proof = making.proof ?? removing.proof
  if (proof) return proof
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {app.confirmed_at ? (
          <>
            <Moment at={app.confirmed_at} within={words.since} />{' '}
          </>
        ) : null}
        {words.left({ count: app.remaining })}
      </Text>
      {asksRemoval ? (
        <Alert ref={focusNow} tabIndex={-1} color="gray" role="group" aria-label={words.removeQuestion}>
          <Stack gap="sm">
            <Text>{words.removeQuestion}</Text>
            <Group gap="sm">
              <Button ref={removing.button} size="sm" loading={removing.isBusy} onClick={removing.send}>
                {words.remove}
              </Button>
              <Button variant="default" size="sm" onClick={() => setAsksRemoval(false)}>
                {words.cancel}
              </Button>
            </Group>
          </Stack>
        </Alert>
      ) : (
        <Group gap="sm">
          <Button
            ref={making.button}
            variant="default"
            size="sm"
            loading={making.isBusy}
            onClick={making.send}
          >
            {words.newCodes}
          </Button>
          <Button ref={remove} variant="default" size="sm" onClick={() => setAsksRemoval(true)}>
            {words.remove}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
