import type { SignUpMetadata } from '../../../contract/account.ts'
import type { Platform } from '../../platform/platform.ts'
import { findFree, limitMails } from '../limits.ts'
import { issueToken } from '../links/issue-token.ts'
import { tellOwner } from '../links/known-address-mail.ts'
import { findCodeChallenge, type PkceRequest } from '../links/pkce.ts'
import { noteSignIn } from '../sessions/security-events.ts'
import { addSession, type Device } from '../sessions/session-store.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { readMetadata } from '../wire/metadata.ts'
import { type SessionAnswer, writeSessionAnswer } from '../wire/session-answer.ts'
import { readEmail } from './email-address.ts'
import { findGuessableFault, findSignUpLengthFault } from './password-policy.ts'
import { putProfile } from './profile-store.ts'
import { findRegistration, readToday } from './registration.ts'
import { addUser, changeUser, findUserByEmail, lockUserByEmail, type UserMetadata } from './user-store.ts'

export type SignUpRequest = PkceRequest & {
  email: string
  password: string
  data: UserMetadata
  redirectTo: string | undefined
  /** The day it is where the person is, if their browser names it. */
  localDay: string | undefined
  device: Device
}

/**
 * Makes an account and signs it in at once; its address stays unconfirmed until the mailed link is used. User, profile, session and mail
 * come into being together or not at all.
 *
 * A known address is refused, and its owner told; a network that learnt of enough of them waits, whatever it asks for. If nobody has confirmed it yet, whoever owns the mailbox gets a link where this registration's password puts
 * it in place of the earlier one: nothing of this one counts before.
 */
export async function signUp(
  platform: Platform,
  request: SignUpRequest,
): Promise<SessionAnswer | AuthRefusal> {
  const valid = await readSignUp(platform, request)
  if (isAuthRefusal(valid)) return valid
  const { email, codeChallenge, metadata, profile } = valid
  const passwordHash = await platform.passwords.hash(request.password)
  const redirectTo = request.redirectTo ?? `${platform.settings.publicUrl}/dashboard`
  const now = platform.clock.now()

  const opened = await platform.database.transaction(async (tx) => {
    const user = await findFree(platform, tx, request.device.ip, () =>
      addUser(tx, { email, passwordHash, userMetadata: metadata, now }),
    )
    if (!user || isAuthRefusal(user)) return user
    if (profile) await putProfile(tx, user.id, profile)
    const session = await addSession(tx, { userId: user.id, method: 'password', device: request.device, now })
    await issueToken(platform, tx, { userId: user.id, kind: 'signup', email, codeChallenge, redirectTo })
    return { user, session }
  })
  if (isAuthRefusal(opened)) return opened
  if (opened) {
    noteSignIn(platform, opened)
    return writeSessionAnswer(platform, opened)
  }

  await tellOwner(platform, email)
  await offerReplacement(platform, { ...request, email, passwordHash, metadata, redirectTo })
  return refuseAuth('user_already_exists')
}

type ValidSignUp = {
  email: string
  codeChallenge: string | null
  metadata: UserMetadata
  profile: SignUpMetadata | null
}

/** Checks in the protocol's order: the password's length, PKCE, the address, then what this product adds. */
async function readSignUp(platform: Platform, request: SignUpRequest): Promise<ValidSignUp | AuthRefusal> {
  const lengthFault = findSignUpLengthFault(request.password)
  if (lengthFault) return lengthFault
  const codeChallenge = findCodeChallenge(request)
  if (isAuthRefusal(codeChallenge)) return codeChallenge
  const email = readEmail(request.email)
  if (isAuthRefusal(email)) return email
  const metadata = readMetadata(request.data)
  if (isAuthRefusal(metadata)) return metadata
  const today = readToday(request.localDay, platform.clock.now())
  if (isAuthRefusal(today)) return today
  const profile = findRegistration(metadata, today)
  if (isAuthRefusal(profile)) return profile
  const person = { ...metadata, email }
  const guessable = await findGuessableFault(platform, request.password, person, request.device)
  if (guessable) return guessable
  return { email, codeChallenge, metadata, profile }
}

type Replacement = {
  email: string
  password: string
  passwordHash: string
  metadata: UserMetadata
  redirectTo: string
}

/**
 * Mails the owner of an unconfirmed address a link where whoever shows this registration's password puts it in place of the earlier one. It
 * opens our page in any browser and needs no PKCE flow, of which there is one per account: a stranger's would displace the owner's.
 */
async function offerReplacement(platform: Platform, replacement: Replacement): Promise<void> {
  const { email, password, passwordHash, metadata, redirectTo } = replacement
  const existing = await findUserByEmail(platform.database, email)
  if (!existing || existing.emailConfirmedAt) return
  // The same password is the same person pressing twice: there is nothing to replace.
  if (await platform.passwords.verify(existing.passwordHash, password)) return
  if (!(await limitMails(platform, 'repeated-signup', email)).allowed) return
  await platform.database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user || user.emailConfirmedAt) return
    const pending = { passwordHash, metadata }
    await issueToken(platform, tx, {
      userId: user.id,
      kind: 'signup',
      email,
      codeChallenge: null,
      redirectTo,
      pending,
    })
    await changeUser(tx, user.id, { confirmationSentAt: platform.clock.now() }, platform.clock.now())
  })
}
