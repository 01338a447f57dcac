import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import words from '../../../../words/en/passkeys.ts'
import { loadAuthClient } from '../../../api/session.ts'
import { PasswordField } from '../../../shared/forms/form-parts.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { logInWithPasskey } from '../passkey-login.ts'

type Auth = Awaited<ReturnType<typeof loadAuthClient>>
export type Fault = { code?: string | undefined; message: string }

/** Asks the auth service, as the published client does. Rejects with its refusal. */
export async function ask<Data>(
  call: (auth: Auth) => Promise<{ data: Data; error: Fault | null }>,
): Promise<Data> {
  const { data, error } = await call(await loadAuthClient())
  if (error) throw error
  return data
}

/** Says a refusal in the service's words, and a lost connection in ours. */
export function sayFault(title: string, fault: unknown) {
  const { code, message } = fault as Fault
  showToast({ kind: 'error', title, description: code ? message : words.errorNext })
}

/** Proves again who the person is: what asks for a fresh sign-in is open to the session then. */
async function provePassword(password: string): Promise<void> {
  await ask(
    (auth): Promise<{ data: unknown; error: Fault | null }> =>
      auth.updateUser({ current_password: password }),
  )
}

function isWrongPassword(fault: Fault | null): fault is Fault {
  return fault?.code?.startsWith('current_password') ?? false
}

/** Another way than the password, where the browser has passkeys: `onProven` follows a passkey that was accepted. */
export function PasskeyProof({ onProven }: { onProven: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  if (!('PublicKeyCredential' in window)) return null
  const press = async () => {
    setIsBusy(true)
    try {
      if ((await logInWithPasskey()) === 'done') onProven()
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Anchor component="button" type="button" size="sm" disabled={isBusy} onClick={() => void press()}>
      {words.usePasskey}
    </Anchor>
  )
}

/**
 * A change that the service takes from a sign-in of the last minutes alone. Where that is older, `proof` is a form that
 * asks for the password or a passkey, and sends the change again.
 */
export function useProvenChange<Data>(
  change: () => Promise<Data>,
  { onDone, onRefused }: { onDone?: (data: Data) => unknown; onRefused: (fault: Fault) => void },
) {
  const [asksProof, setAsksProof] = useState(false)
  const changing = useMutation({
    mutationFn: async (password: string | null) => {
      if (password !== null) await provePassword(password)
      return change()
    },
    onSuccess(data) {
      setAsksProof(false)
      return onDone?.(data)
    },
    onError(fault: Fault) {
      if (fault.code === 'reauthentication_needed') return setAsksProof(true)
      if (!isWrongPassword(fault)) onRefused(fault)
    },
  })
  return {
    isBusy: changing.isPending,
    data: changing.data,
    send: () => changing.mutate(null),
    reset: changing.reset,
    proof: asksProof ? (
      <ProofForm
        isBusy={changing.isPending}
        fault={changing.error}
        onProof={changing.mutate}
        onCancel={() => setAsksProof(false)}
      />
    ) : null,
  }
}

/** `onProof` gets null for a passkey. */
function ProofForm({
  isBusy,
  fault,
  onProof,
  onCancel,
}: {
  isBusy: boolean
  fault: Fault | null
  onProof: (password: string | null) => void
  onCancel: () => void
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onProof(String(new FormData(event.currentTarget).get('password') ?? ''))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordField
          name="password"
          label={words.password}
          description={words.proof}
          autoComplete="current-password"
          error={isWrongPassword(fault) ? fault.message : null}
          onChange={() => {}}
        />
        <div>
          <PasskeyProof onProven={() => onProof(null)} />
        </div>
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
