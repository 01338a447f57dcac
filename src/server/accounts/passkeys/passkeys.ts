import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { productName } from '../../../domain/product.ts'
import { isCanonicalId } from '../../../domain/typed-text.ts'
import words from '../../../words/en/passkeys.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { queueSecurityMail } from '../links/account-mails.ts'
import { noteSecondStep, noteSecurityEvent, noteSignIn } from '../sessions/security-events.ts'
import { openSession, type SessionAnswer, writeSessionAnswer } from '../sessions/session-answer.ts'
import {
  addChallenge,
  addPasskey,
  countUse,
  findPasskeyByCredential,
  listPasskeys,
  type PasskeyRow,
  removePasskey,
  setPasskeyName,
  takeChallenge,
} from '../stores/passkey-store.ts'
import { isRecentlyProven } from '../stores/proofs.ts'
import {
  type Device,
  elevateSession,
  findSignInBlock,
  lockSignedIn,
  type SignedIn,
} from '../stores/session-store.ts'
import { lockUser } from '../stores/user-store.ts'
import { cancelRemovalOf } from '../two-step/authenticator-app.ts'

/** Loaded on first use, because it includes a certificate parser. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const challengeLifeMs = 5 * 60 * 1000
const maxPasskeys = 20

const notVerified = refuseAuth('webauthn_verification_failed')

/** An answer to a challenge, as the browser serialised it. */
type Answered<Credential> = { challengeId: string; credential: Credential }

type Challenge<Options> = { challenge_id: string; options: Options; expires_at: number }

/** The site that passkeys belong to. Browsers offer and use them only there. */
function describeSite({ settings }: Platform) {
  const { hostname, origin } = new URL(settings.publicUrl)
  return { expectedRPID: hostname, expectedOrigin: origin, requireUserVerification: true }
}

async function keepChallenge<Options extends { challenge: string }>(
  { clock, database }: Platform,
  userId: string | null,
  options: Options,
): Promise<Challenge<Options>> {
  const expiresAt = new Date(clock.now().getTime() + challengeLifeMs)
  const id = await addChallenge(database, { userId, sha256: hashHex(options.challenge), expiresAt })
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/**
 * Uses up a challenge, whether or not the answer to it is right. Returns a function that compares a challenge with it,
 * or a refusal.
 */
async function answerChallenge(
  { clock, database }: Platform,
  id: string,
  userId: string | null,
): Promise<((challenge: string) => boolean) | AuthRefusal> {
  const taken = isCanonicalId(id) ? await takeChallenge(database, id, userId) : null
  if (!taken) return refuseAuth('webauthn_challenge_not_found')
  if (taken.expiresAt <= clock.now()) return refuseAuth('webauthn_challenge_expired')
  return (challenge) => hashHex(challenge) === taken.sha256
}

/**
 * Begins to add a passkey. A session alone is not enough: it must have been opened, or the person must have proven
 * their identity, a moment ago. The address must be confirmed, because proving the mailbox of an unconfirmed account
 * removes every way to open the account.
 */
export async function beginRegistration(
  platform: Platform,
  { user, amr }: SignedIn,
): Promise<Challenge<object> | AuthRefusal> {
  if (!user.emailConfirmedAt) return refuseAuth('email_not_confirmed')
  if (!isRecentlyProven(amr, platform.clock.now())) return refuseAuth('reauthentication_needed')
  const known = await listPasskeys(platform.database, user.id)
  if (known.length >= maxPasskeys) return refuseAuth('too_many_passkeys')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: describeSite(platform).expectedRPID,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    timeout: challengeLifeMs,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return keepChallenge(platform, user.id, options)
}

/** Adds the passkey that answers the challenge, and mails its owner. */
export async function finishRegistration(
  platform: Platform,
  { user: { id: userId }, sessionId }: SignedIn,
  { challengeId, credential }: Answered<RegistrationResponseJSON>,
): Promise<PasskeyRow | AuthRefusal> {
  const expectedChallenge = await answerChallenge(platform, challengeId, userId)
  if (isAuthRefusal(expectedChallenge)) return expectedChallenge
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const made = await verifyRegistrationResponse({
    ...describeSite(platform),
    response: credential,
    expectedChallenge,
  }).catch(() => null)
  if (!made?.verified) return notVerified
  const { id: credentialId, publicKey, counter } = made.registrationInfo.credential
  const added = await platform.database.transaction(async (tx) => {
    const user = await lockSignedIn(tx, { userId, sessionId })
    if (!user) return refuseAuth('session_not_found')
    if ((await listPasskeys(tx, userId)).length >= maxPasskeys) return refuseAuth('too_many_passkeys')
    const now = platform.clock.now()
    const key = { userId, credentialId, publicKey, signCount: counter, name: words.unnamed, now }
    const passkey = await addPasskey(tx, key)
    if (!passkey) return refuseAuth('webauthn_credential_exists')
    await queueSecurityMail(platform, tx, user, 'passkey_added')
    return passkey
  })
  if (!isAuthRefusal(added)) await noteSecurityEvent(platform, 'passkey_added', { userId, sessionId })
  return added
}

/** Begins a sign-in. The browser finds the passkeys of this site; the server lists none. */
export async function beginSignIn(platform: Platform): Promise<Challenge<object>> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: describeSite(platform).expectedRPID,
    timeout: challengeLifeMs,
    userVerification: 'required',
  })
  return keepChallenge(platform, null, options)
}

/**
 * Opens a session for the passkey that answers the challenge. If the person already has a session, raises that session
 * instead and ends its earlier refresh tokens.
 */
export async function signInByPasskey(
  platform: Platform,
  { challengeId, credential }: Answered<AuthenticationResponseJSON>,
  { device, signedIn }: { device: Device; signedIn: SignedIn | null },
): Promise<SessionAnswer | AuthRefusal> {
  const expectedChallenge = await answerChallenge(platform, challengeId, null)
  if (isAuthRefusal(expectedChallenge)) return expectedChallenge
  const passkey = await findPasskeyByCredential(platform.database, String(credential.id))
  const refuse = async (refusal: AuthRefusal) => {
    const { authRefused: reason } = refusal
    await noteSecurityEvent(platform, 'sign_in_refused', { userId: passkey?.userId, reason, device })
    return refusal
  }
  const newCount = passkey && (await checkSignature(platform, passkey, { credential, expectedChallenge }))
  if (!passkey || newCount === null) return refuse(notVerified)
  const { clock, database } = platform
  const opened = await database.transaction(async (tx) => {
    const user = await lockUser(tx, passkey.userId)
    const now = clock.now()
    if (!user) return notVerified
    const shut = findSignInBlock(user, now)
    if (shut) return refuseAuth(shut)
    if (!(await countUse(tx, passkey, { newCount, now }))) return notVerified
    await cancelRemovalOf(platform, tx, user)
    const raised =
      signedIn?.user.id === user.id
        ? await elevateSession(
            tx,
            { id: signedIn.sessionId, userId: user.id },
            { method: 'passkey', passkeyId: passkey.id, now },
          )
        : null
    if (raised) return { user, session: raised }
    return openSession(tx, { user, method: 'passkey', passkeyId: passkey.id, device, now })
  })
  if (isAuthRefusal(opened)) return refuse(opened)
  if (opened.session.id !== signedIn?.sessionId) await noteSignIn(platform, opened)
  else await noteSecondStep(platform, opened.session, 'passkey')
  return writeSessionAnswer(platform, opened)
}

/** The new counter of a passkey that signed the challenge on this site with user verification; null otherwise. */
async function checkSignature(
  platform: Platform,
  passkey: PasskeyRow,
  {
    credential,
    expectedChallenge,
  }: { credential: AuthenticationResponseJSON; expectedChallenge: (challenge: string) => boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { credentialId: id, publicKey, signCount: counter } = passkey
  const signed = await verifyAuthenticationResponse({
    ...describeSite(platform),
    response: credential,
    expectedChallenge,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => null)
  return signed?.verified ? signed.authenticationInfo.newCounter : null
}

export function renamePasskey(
  { database }: Platform,
  { user: { id: userId }, sessionId }: SignedIn,
  id: string,
  name: string,
): Promise<PasskeyRow | AuthRefusal> {
  return database.transaction(async (tx) => {
    if (!(await lockSignedIn(tx, { userId, sessionId }))) return refuseAuth('session_not_found')
    return (await setPasskeyName(tx, userId, id, name)) ?? refuseAuth('webauthn_credential_not_found')
  })
}

/**
 * Removes one of the caller's passkeys, and mails its owner. Ends the sessions that it opened or was the second
 * step of, except the caller's.
 */
export async function deletePasskey(
  platform: Platform,
  { user: { id: userId }, amr, sessionId }: SignedIn,
  id: string,
): Promise<AuthRefusal | null> {
  if (!isRecentlyProven(amr, platform.clock.now())) return refuseAuth('reauthentication_needed')
  const refusal = await platform.database.transaction(async (tx) => {
    const user = await lockSignedIn(tx, { userId, sessionId })
    if (!user) return refuseAuth('session_not_found')
    if (!(await removePasskey(tx, userId, id, sessionId))) return refuseAuth('webauthn_credential_not_found')
    await queueSecurityMail(platform, tx, user, 'passkey_removed')
    return null
  })
  if (!refusal) await noteSecurityEvent(platform, 'passkey_removed', { userId, sessionId })
  return refusal
}
