import { randomInt, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'
import { productName } from '../../../domain/product.ts'
import type { Queryable, Transaction } from '../../platform/database/index.ts'
import type { ResealingEncryption } from '../../platform/encryption/index.ts'
import { defineDuty } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { type CodeMethod, consumeCodeTry, isFifthWrongCode } from '../limits.ts'
import { queueSecurityMail } from '../links/account-mails.ts'
import { noteSecondStep, noteSecurityEvent } from '../sessions/security-events.ts'
import { type OpenSession, type SessionAnswer, writeSessionAnswer } from '../sessions/session-answer.ts'
import {
  type AppRow,
  clearRemoval,
  findApp,
  findOwnerOf,
  listSealedSecrets,
  putUnconfirmedApp,
  removeApp,
  selectRemovals,
  setRecoveryHashes,
  setRemoval,
  setSealedSecret,
  useRecoveryCode,
  useStep,
} from '../stores/app-store.ts'
import { isRecentlyProven } from '../stores/proofs.ts'
import { elevateSession, endUnprovenSessions, lockSignedIn, type SignedIn } from '../stores/session-store.ts'
import { lockUser, type UserRow } from '../stores/user-store.ts'

/**
 * RFC 6238 with the parameters that every authenticator app supports. The previous and the next code are accepted too.
 */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const maxStepDrift = 1

const wrongCode = refuseAuth('mfa_verification_failed')
const noApp = refuseAuth('mfa_factor_not_found')
const signedOut = refuseAuth('session_not_found')
/** For requests that don't contain an app id. */
export const noneSetUp = refuseAuth('mfa_factor_not_found', { status: 422 })

/** The data for setting up an app: the secret in base32, its otpauth address, and that address as a QR code. */
type NewApp = { id: string; type: 'totp'; totp: { secret: string; uri: string; qr_code: string } }

/**
 * Begins to set up an authenticator app. No code is required until its first code was entered. A session alone is not
 * enough: it must have been opened, or the person must have proven their identity, a moment ago. As for a passkey, the
 * address must be confirmed.
 */
export async function beginApp(
  { clock, database, encryption }: Platform,
  { user, amr, sessionId }: SignedIn,
): Promise<NewApp | AuthRefusal> {
  if (!user.emailConfirmedAt) return refuseAuth('email_not_confirmed')
  const now = clock.now()
  if (!isRecentlyProven(amr, now)) return refuseAuth('reauthentication_needed')
  const id = randomUUID()
  const secret = new Secret({ size: 20 })
  const sealedSecret = await encryption.seal(secret.bytes, describeSecret(id))
  const refusal = await database.transaction(async (tx) => {
    if (!(await lockSignedIn(tx, { userId: user.id, sessionId }))) return signedOut
    const isStored = await putUnconfirmedApp(tx, { id, userId: user.id, sealedSecret, now })
    return isStored ? null : refuseAuth('too_many_enrolled_mfa_factors')
  })
  if (refusal) return refusal
  const uri = new TOTP({ ...totp, issuer: productName, label: user.email, secret }).toString()
  return { id, type: 'totp', totp: { secret: secret.base32, uri, qr_code: encodeQR(uri, 'svg') } }
}

/** Encrypts each secret that a former key sealed again. A row's secret never changes. */
export async function* resealAppSecrets(
  q: Queryable,
  encryption: ResealingEncryption,
): AsyncGenerator<boolean> {
  for (const { id, sealed } of await listSealedSecrets(q)) {
    const resealed = await encryption.reseal(sealed, describeSecret(id))
    if (resealed) await setSealedSecret(q, id, resealed)
    yield resealed !== null
  }
}

/** Binds a sealed secret to its row: it can't be opened for another id. */
const describeSecret = (id: string) => ({ purpose: 'authenticator-app', id })

/** Checks a code of the app. The first code confirms the app; each code proves the second step of the session. */
export async function enterCode(
  platform: Platform,
  signedIn: SignedIn,
  { appId, code, ip }: { appId: string; code: string; ip: string },
): Promise<SessionAnswer | AuthRefusal> {
  const app = await findApp(platform.database, signedIn.user.id)
  if (app?.id !== appId) return noApp
  // The same rule as in `beginApp`: a secret that was read long ago, in another session, must not set up an app.
  if (!app.confirmedAt && !isRecentlyProven(signedIn.amr, platform.clock.now()))
    return refuseAuth('reauthentication_needed')
  const answer = await proveSecondStep(platform, signedIn, { method: 'totp', ip }, async () => {
    const step = await findStep(platform, app, code)
    return step === null
      ? null
      : async (tx, now) => {
          if (!(await useStep(tx, app.id, { step, now }))) return false
          if (app.confirmedAt) return true
          // Sessions that were opened without a code must not stay open.
          await endUnprovenSessions(tx, signedIn.user.id, signedIn.sessionId)
          await queueSecurityMail(platform, tx, signedIn.user, 'app_set_up')
          return true
        }
  })
  const { user, sessionId } = signedIn
  if (!app.confirmedAt && !isAuthRefusal(answer))
    await noteSecurityEvent(platform, 'authenticator_added', { userId: user.id, sessionId })
  return answer
}

/** The time step that this code belongs to; null for a wrong code. */
async function findStep({ clock, encryption }: Platform, app: AppRow, code: string): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const { buffer } = await encryption.open(app.sealedSecret, describeSecret(app.id))
  const timestamp = clock.now().getTime()
  const secret = new Secret({ buffer })
  const delta = TOTP.validate({ ...totp, token, secret, timestamp, window: maxStepDrift })
  return delta === null ? null : TOTP.counter({ period: totp.period, timestamp }) + delta
}

/** Checks a recovery code, which replaces a code of the app and works once. */
export async function enterRecoveryCode(
  platform: Platform,
  signedIn: SignedIn,
  { code, ip }: { code: string; ip: string },
): Promise<SessionAnswer | AuthRefusal> {
  const app = await findApp(platform.database, signedIn.user.id)
  if (!app?.confirmedAt) return noneSetUp
  return proveSecondStep(platform, signedIn, { method: 'mfa/recovery_code', ip }, async () => {
    const typed = normaliseRecoveryCode(code)
    const place = Number(typed[0])
    const hash = app.recoveryHashes[place] ?? null
    if (!(await platform.passwords.verify(hash, typed)) || hash === null) return null
    return async (tx) => {
      if (!(await useRecoveryCode(tx, app.id, { place, hash }))) return false
      await queueSecurityMail(platform, tx, signedIn.user, 'recovery_code_used')
      return true
    }
  })
}

/**
 * Counts a try, checks the code and uses it up, and raises the session to two steps. Ends its earlier refresh tokens,
 * because a holder of one has not proven the second step.
 * @param check returns how to use the code up in the transaction; null for a wrong one
 */
async function proveSecondStep(
  platform: Platform,
  { user, sessionId }: SignedIn,
  { method, ip }: { method: CodeMethod; ip: string },
  check: () => Promise<null | ((tx: Transaction, now: Date) => Promise<boolean>)>,
): Promise<SessionAnswer | AuthRefusal> {
  const refuse = async (refusal: AuthRefusal) => {
    await noteSecurityEvent(platform, 'code_refused', {
      userId: user.id,
      sessionId,
      reason: refusal.authRefused,
    })
    return refusal
  }
  const forgetTries = await consumeCodeTry(platform, { user, method, ip })
  if (isAuthRefusal(forgetTries)) return refuse(forgetTries)
  const { clock, database } = platform
  const refuseWrong = async () => {
    await database.transaction(async (tx) => {
      if (await isFifthWrongCode(platform, tx, user.id))
        await queueSecurityMail(platform, tx, user, 'second_step_wrong')
    })
    return refuse(wrongCode)
  }
  const use = await check()
  if (!use) return refuseWrong()
  const raised = await database.transaction(async (tx): Promise<OpenSession | AuthRefusal> => {
    const locked = await lockSignedIn(tx, { userId: user.id, sessionId })
    const now = clock.now()
    if (!locked) return signedOut
    if (!(await use(tx, now))) return wrongCode
    await cancelRemovalOf(platform, tx, locked)
    const session = await elevateSession(tx, { id: sessionId, userId: user.id }, { method, now })
    return session ? { user: locked, session } : signedOut
  })
  if (isAuthRefusal(raised)) return raised === wrongCode ? refuseWrong() : refuse(raised)
  await noteSecondStep(platform, { id: sessionId, userId: user.id }, method)
  await forgetTries()
  return writeSessionAnswer(platform, raised)
}

const recoveryCodes = 10
/** Crockford's base 32: no letter looks like another letter or a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A code starts with its index, so that it is compared with one hash only; 45 random bits follow. */
function makeRecoveryCode(place: number): string {
  const random = Array.from({ length: 9 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${place}${random}`
}

/**
 * Converts a typed code to the form that was hashed: ignores case, spaces and hyphens, and reads letters that look like
 * digits as digits.
 */
function normaliseRecoveryCode(code: string): string {
  return code
    .slice(0, 40)
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

/** Makes new recovery codes and voids the earlier ones. The codes are returned only here, and can't be read later. */
export async function makeRecoveryCodes(
  platform: Platform,
  { user, amr, sessionId }: SignedIn,
): Promise<{ id: string; total: number; codes: string[] } | AuthRefusal> {
  const { clock, database, passwords } = platform
  if (!isRecentlyProven(amr, clock.now())) return refuseAuth('reauthentication_needed')
  const app = await findApp(database, user.id)
  if (!app?.confirmedAt) return noneSetUp
  const codes = Array.from({ length: recoveryCodes }, (_, place) => makeRecoveryCode(place))
  const hashes = await Promise.all(codes.map((code) => passwords.hash(code)))
  const refusal = await database.transaction(async (tx) => {
    if (!(await lockSignedIn(tx, { userId: user.id, sessionId }))) return signedOut
    return (await setRecoveryHashes(tx, app.id, hashes)) ? null : noneSetUp
  })
  if (refusal) return refusal
  await noteSecurityEvent(platform, 'recovery_codes_made', { userId: user.id, sessionId })
  const written = codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
  return { id: app.id, total: recoveryCodes, codes: written }
}

/** Removes the app and its recovery codes. Mails its owner if the app was confirmed. */
export async function deleteApp(
  platform: Platform,
  { user, amr, sessionId }: SignedIn,
  appId: string,
): Promise<AuthRefusal | null> {
  if (!isRecentlyProven(amr, platform.clock.now())) return refuseAuth('reauthentication_needed')
  const refusal = await platform.database.transaction(async (tx) => {
    const locked = await lockSignedIn(tx, { userId: user.id, sessionId })
    if (!locked) return signedOut
    const app = await findApp(tx, user.id)
    if (app?.id !== appId || !(await removeApp(tx, appId))) return noApp
    if (app.confirmedAt) await queueSecurityMail(platform, tx, locked, 'app_removed')
    return null
  })
  if (refusal) return refusal
  await noteSecurityEvent(platform, 'authenticator_removed', { userId: user.id, sessionId })
  return null
}

/**
 * How long a lost app stays after its removal was requested, so that the real owner gets the mail and can stop it.
 */
const removalDelayMs = 3 * 24 * 60 * 60 * 1000

/**
 * Begins the removal for a person who has lost both the app and the recovery codes. It takes three days, and a mail
 * announces it.
 */
export async function beginRemoval(
  platform: Platform,
  { user, amr, sessionId }: SignedIn,
): Promise<{ removal_due_at: string } | AuthRefusal> {
  const { clock, database } = platform
  const now = clock.now()
  if (!isRecentlyProven(amr, now)) return refuseAuth('reauthentication_needed')
  const dueAt = new Date(now.getTime() + removalDelayMs)
  const removal = await database.transaction(async (tx) => {
    const locked = await lockSignedIn(tx, { userId: user.id, sessionId })
    if (!locked) return signedOut
    if (await setRemoval(tx, user.id, dueAt))
      await queueSecurityMail(platform, tx, locked, 'app_removal_begun', dueAt)
    return (await findApp(tx, user.id))?.removalDueAt ?? noneSetUp
  })
  if ('authRefused' in removal) return removal
  await noteSecurityEvent(platform, 'removal_begun', { userId: user.id, sessionId })
  return { removal_due_at: removal.toISOString() }
}

/** Stops the removal. Using a code or a passkey stops it too, because the person has not lost every way to sign in. */
export async function cancelRemoval(
  platform: Platform,
  { user, sessionId }: SignedIn,
): Promise<AuthRefusal | null> {
  const stopped = await platform.database.transaction(async (tx) => {
    const locked = await lockSignedIn(tx, { userId: user.id, sessionId })
    return locked ? cancelRemovalOf(platform, tx, locked) : signedOut
  })
  if (isAuthRefusal(stopped)) return stopped
  if (stopped) await noteSecurityEvent(platform, 'removal_stopped', { userId: user.id, sessionId })
  return null
}

/** Like `cancelRemoval`, in a transaction that has locked the user. */
export async function cancelRemovalOf(platform: Platform, tx: Transaction, user: UserRow): Promise<boolean> {
  const stopped = await clearRemoval(tx, user.id)
  if (stopped) await queueSecurityMail(platform, tx, user, 'app_removal_stopped')
  return stopped
}

export const removeLostAppsJob = defineDuty({
  kind: 'lost-authenticators',
  name: 'remove-lost-authenticators',
  round: 'hour',
  overdueAfterMs: 2 * 60 * 60_000,
  select: (_: Platform, before) => selectRemovals(before),
  async act(platform, id) {
    const userId = await platform.database.transaction(async (tx) => {
      const owner = await findOwnerOf(tx, id)
      const user = owner && (await lockUser(tx, owner))
      if (!user || !(await removeApp(tx, id, { dueBy: platform.clock.now() }))) return null
      await queueSecurityMail(platform, tx, user, 'app_removed')
      return user.id
    })
    if (userId) await noteSecurityEvent(platform, 'authenticator_removed', { userId })
  },
})
