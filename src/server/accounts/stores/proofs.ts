import { type Queryable, type Sql, sql } from '../../platform/database/index.ts'

/** How a person proved their identity (RFC 8176 `amr`, with GoTrue's names). `timestamp` in unix seconds. */
export type AuthMethod = { method: AuthMethodName; timestamp: number }
export type AuthMethodName =
  | 'password'
  | 'passkey'
  | 'totp'
  | 'mfa/recovery_code'
  | 'otp'
  /** Typed in a session that was already open. */
  | 'mailed_code'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'

/**
 * Methods that prove a second step. A passkey proves both steps: something they have, and something they are or know.
 */
export const secondSteps: readonly AuthMethodName[] = ['passkey', 'totp', 'mfa/recovery_code']

/** Whether two steps were proven in a session, which is aal2 in its tokens. */
export function hasTwoSteps(amr: AuthMethod[]): boolean {
  return amr.some(({ method }) => secondSteps.includes(method))
}

/** How long a session opened by a mailed link may set a password without the current one. */
const provenByMailMs = 60 * 60 * 1000

/**
 * Whether the session was opened by a mailed link recently. A person who can read the mailbox could reset the password
 * anyway.
 */
export function isFreshlyProvenByMail(amr: AuthMethod[], now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) =>
      mailedMethods.includes(method) && now.getTime() - timestamp * 1000 < provenByMailMs,
  )
}

export function toProof(method: AuthMethodName, now: Date): AuthMethod {
  return { method, timestamp: Math.floor(now.getTime() / 1000) }
}

/** Methods that open a session by a mail. */
const mailedMethods: readonly AuthMethodName[] = [
  'otp',
  'recovery',
  'magiclink',
  'email/signup',
  'email_change',
]

/** How long a session may add or remove a passkey or an authenticator app after a sign-in or a fresh proof. */
const recentMs = 10 * 60 * 1000

/** Whether the person proved their identity recently in this session. */
export function isRecentlyProven(amr: AuthMethod[], now: Date): boolean {
  return amr.some(({ timestamp }) => now.getTime() - timestamp * 1000 < recentMs)
}

/** How long a passkey replaces the password that is required to close an account. */
const justUsedMs = 2 * 60 * 1000

export function hasJustUsedPasskey(amr: AuthMethod[], now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) => method === 'passkey' && now.getTime() - timestamp * 1000 < justUsedMs,
  )
}

/** Records that the person proved their identity again in a session. Replaces their earlier proof by this method. */
export async function noteProof(
  q: Queryable,
  sessionId: string,
  { method, now }: { method: AuthMethodName; now: Date },
): Promise<void> {
  await q.run(sql`UPDATE sessions SET amr = ${withProof(method, now)} WHERE id = ${sessionId}`)
}

/** SQL for the proofs of a session plus this one, which replaces an earlier proof by the same method. */
export function withProof(method: AuthMethodName, now: Date): Sql {
  const proof = JSON.stringify([toProof(method, now)])
  return sql`${proof}::jsonb || coalesce(
    (SELECT jsonb_agg(entry) FROM jsonb_array_elements(amr) AS entry WHERE entry->>'method' <> ${method}), '[]')`
}
