import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import words from '../../../../words/en/passkeys.ts'
import { loadAuthClient } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { useAction } from '../../../shared/effects.ts'
import { focusNow, useLostFocus, useRefusal } from '../../../shared/focus.ts'
import { CodeField, PasswordField } from '../../../shared/forms/form-parts.tsx'
import { ResendConfirmation } from '../../../shared/resend-confirmation.tsx'
import { Failure } from '../../../shared/ui/failure.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { ButtonElement } from '../../../theme/button.tsx'
import { logInWithPasskey } from '../passkey-login.ts'

type Auth = Awaited<ReturnType<typeof loadAuthClient>>
export type Fault = { code?: string | undefined; message: string }

/** Calls the auth service through the published client. Rejects with its refusal. */
export async function ask<Data>(
  call: (auth: Auth) => Promise<{ data: Data; error: Fault | null }>,
): Promise<Data> {
  const { data, error } = await call(await loadAuthClient())
  if (error) throw error
  return data
}

export type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string }

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async (): Promise<Passkey[]> => (await ask((auth) => auth.passkey.list())) ?? [],
})

/** A refusal with the service's text, and a lost connection with the product's. */
function explain(fault: unknown): string {
  const { code, message } = fault as Fault
  return code ? message : words.errorNext
}

export function showFault(title: string, fault: unknown) {
  showToast({ kind: 'error', title, description: explain(fault) })
}

/** A fresh proof of the person's identity; null where a passkey was just used. */
type Proof = { current_password: string } | { nonce: string } | null

/** After this the session may call endpoints that require a recent sign-in. */
async function prove(proof: Proof): Promise<void> {
  if (!proof) return
  await ask((auth): Promise<{ data: unknown; error: Fault | null }> => auth.updateUser(proof))
}

/** The error of the typed password or code; null for any other error. */
function findProofFault({ code, message }: Fault): string | null {
  if (code === 'reauthentication_not_valid') return words.codeWrong
  return code?.startsWith('current_password') ? message : null
}

type ProofFieldsProps = {
  label: string
  description: string
  fault: string | null
  /** Whether the pressed button was replaced by the fields. */
  autoFocus?: boolean
  /** A code was mailed, which replaces the password. */
  onCodeSent: () => void
  onPasskey: () => void
}

/**
 * The password, or the mailed code that replaces it: `password` or `code` of the surrounding form. Or a passkey. A code
 * is mailed only to a confirmed address.
 */
export function ProofFields(props: ProofFieldsProps) {
  const { label, description, fault, autoFocus = false, onCodeSent, onPasskey } = props
  const { user } = useSession()
  const refusal = useRefusal(fault)
  const [isSent, setIsSent] = useState(false)
  const { isBusy, failure, run } = useAction(explain)
  const sendCode = () =>
    run(async () => {
      await ask((auth) => auth.reauthenticate())
      setIsSent(true)
      onCodeSent()
    })
  return (
    <>
      {isSent ? (
        <CodeField {...refusal} autoFocus />
      ) : (
        <PasswordField
          name="password"
          label={label}
          description={description}
          autoComplete="current-password"
          autoFocus={autoFocus}
          {...refusal}
          onChange={() => {}}
        />
      )}
      <Group>
        {user?.emailVerified ? (
          <Anchor
            component={ButtonElement}
            size="sm"
            mod="standalone"
            data-disabled={isBusy}
            onClick={sendCode}
          >
            {isSent ? words.codeAgain : words.codeInstead}
          </Anchor>
        ) : null}
        {isSent ? null : <PasskeyProof onProven={onPasskey} />}
      </Group>
      {failure ? <Failure title={words.codeNotSent}>{failure}</Failure> : null}
    </>
  )
}

/** Shown if the account has a passkey, in a browser with passkeys: `onProven` is called after one was accepted. */
function PasskeyProof({ onProven }: { onProven: () => void }) {
  const { isBusy, run } = useAction()
  const passkeys = useQuery(passkeysQuery)
  if (!('PublicKeyCredential' in window) || !passkeys.data?.length) return null
  const press = () =>
    run(async () => {
      if ((await logInWithPasskey()) === 'done') onProven()
    })
  return (
    <Anchor
      component={ButtonElement}
      size="sm"
      mod="standalone"
      data-disabled={isBusy}
      onClick={() => void press()}
    >
      {words.usePasskey}
    </Anchor>
  )
}

/**
 * A change that the service accepts only after a recent sign-in. For an older sign-in, `proof` is a form that asks for
 * the password, a mailed code or a passkey, and sends the change again. For an unconfirmed address, it asks for the
 * confirmation.
 */
export function useProvenChange<Data>(
  change: () => Promise<Data>,
  { onDone, onRefused }: { onDone?: (data: Data) => unknown; onRefused: (fault: Fault) => void },
) {
  const { user } = useSession()
  const [asksProof, setAsksProof] = useState(false)
  const [asksConfirmation, setAsksConfirmation] = useState(false)
  const [data, setData] = useState<Data | null>(null)
  const { isBusy, failure, setFailure, run } = useAction((error) => {
    const fault = error as Fault
    if (fault.code === 'reauthentication_needed') setAsksProof(true)
    else if (fault.code === 'email_not_confirmed' && user?.emailVerified === false) {
      setAsksProof(false)
      setAsksConfirmation(true)
    } else if (findProofFault(fault) === null) onRefused(fault)
    return fault
  })
  const send = (proof: Proof) =>
    run(async () => {
      await prove(proof)
      const made = await change()
      setData(made)
      setAsksProof(false)
      await onDone?.(made)
    })
  return {
    /** The ref of the button that sends the change, which the proof replaces. */
    button: useLostFocus<HTMLButtonElement>(`${asksProof} ${user?.emailVerified} ${isBusy}`),
    isBusy,
    data,
    send: () => send(null),
    reset: () => setData(null),
    proof:
      asksConfirmation && user?.emailVerified === false ? (
        <ConfirmFirst email={user.email} />
      ) : asksProof ? (
        <ProofForm
          isBusy={isBusy}
          fault={failure}
          onProof={send}
          onCodeSent={() => setFailure(null)}
          onCancel={() => setAsksProof(false)}
        />
      ) : null,
  }
}

/** In place of the button, until the address is confirmed. The mail's link leads back to the settings. */
function ConfirmFirst({ email }: { email: string }) {
  return (
    <Stack gap="sm" align="flex-start">
      <Text ref={focusNow} tabIndex={-1}>
        {words.confirmFirst}
      </Text>
      <ResendConfirmation email={email} backTo="/settings">
        {words.resend}
      </ResendConfirmation>
    </Stack>
  )
}

type ProofFormProps = {
  isBusy: boolean
  fault: Fault | null
  onProof: (proof: Proof) => void
  onCodeSent: () => void
  onCancel: () => void
}

function ProofForm({ isBusy, fault, onProof, onCodeSent, onCancel }: ProofFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const code = given.get('code')
    onProof(
      code === null ? { current_password: String(given.get('password') ?? '') } : { nonce: String(code) },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ProofFields
          label={words.password}
          description={words.proof}
          fault={fault && findProofFault(fault)}
          autoFocus
          onCodeSent={onCodeSent}
          onPasskey={() => onProof(null)}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            {words.continue}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
