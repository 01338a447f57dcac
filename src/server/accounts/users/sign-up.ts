import type { SignUpMetadata } from '../../../contract/account.ts'
import { type CalendarDate, isTodaySomewhere, toCalendarDate } from '../../../domain/calendar-date.ts'
import accountMessages from '../../../words/en/account-messages.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { findGuessableFault, findSignUpLengthFault, readEmail } from '../credentials.ts'
import { findFreeAddress, limitMails } from '../limits.ts'
import { notifyOwner } from '../links/account-mails.ts'
import { findCodeChallenge, issueToken, type PkceRequest } from '../links/issue-token.ts'
import { findRegistration } from '../links/registration.ts'
import { noteSignIn } from '../sessions/security-events.ts'
import {
  type OpenSession,
  readMetadata,
  type SessionAnswer,
  writeSessionAnswer,
} from '../sessions/session-answer.ts'
import { addSession, type Device } from '../stores/session-store.ts'
import {
  addUser,
  changeUser,
  findUserByEmail,
  lockUserByEmail,
  putProfile,
  type UserMetadata,
} from '../stores/user-store.ts'

type SignUpRequest = PkceRequest & {
  email: string
  password: string
  data: UserMetadata
  redirectTo: string | undefined
  /** The local day of the person, if their browser sends it. */
  localDay: string | undefined
  device: Device
}

/**
 * Makes an account and signs it in at once. Its address stays unconfirmed until the mailed link is used. User, profile,
 * session and mail are created together or not at all.
 *
 * Refuses a known address and informs its owner. A network that has discovered too many known addresses is refused for
 * every address. If the address is still unconfirmed, its mailbox gets a link that replaces the earlier registration's
 * password with this one's. Before that, nothing of this registration takes effect.
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
    const user = await findFreeAddress(platform, tx, request.device.ip, () =>
      addUser(tx, { email, passwordHash, userMetadata: metadata, now }),
    )
    if (!user || isAuthRefusal(user)) return user
    if (profile) await putProfile(tx, user.id, profile)
    const session = await addSession(tx, { userId: user.id, method: 'password', device: request.device, now })
    await issueToken(platform, tx, { userId: user.id, kind: 'signup', email, codeChallenge, redirectTo })
    return { user, session }
  })
  if (isAuthRefusal(opened)) return opened
  if (opened) return completeSignUp(platform, opened)

  await notifyOwner(platform, email)
  await offerReplacement(platform, { ...request, email, passwordHash, metadata, redirectTo })
  return refuseAuth('user_already_exists')
}

/** Answers the session of a new account. Call it after the transaction was committed. */
export async function completeSignUp(platform: Platform, opened: OpenSession): Promise<SessionAnswer> {
  await noteSignIn(platform, opened, { isSignUp: true })
  return writeSessionAnswer(platform, opened)
}

type ValidSignUp = {
  email: string
  codeChallenge: string | null
  metadata: UserMetadata
  profile: SignUpMetadata | null
}

/** Checks in the protocol's order: the password's length, PKCE, the address, then the rules that this product adds. */
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
 * Mails the owner of an unconfirmed address a link that replaces the earlier registration with this one, given this
 * one's password. The link opens a page of this site in any browser, without a PKCE flow: each account has only one, so
 * a stranger's would displace the owner's.
 */
async function offerReplacement(platform: Platform, replacement: Replacement): Promise<void> {
  const { email, password, passwordHash, metadata, redirectTo } = replacement
  const existing = await findUserByEmail(platform.database, email)
  if (!existing) return
  // The same password means that the same person submitted twice, so there is nothing to replace.
  if (await platform.passwords.verify(existing.passwordHash, password)) return
  if (!(await limitMails(platform, 'repeated-signup', email)).allowed) return
  await platform.database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user || user.emailConfirmedAt || user.erasingAt) return
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

/**
 * The local day of the registering person: the day that their browser sent, if it is today somewhere; otherwise the UTC
 * day (SIGNUP-16).
 */
function readToday(named: string | undefined, now: Date): CalendarDate | AuthRefusal {
  if (named === undefined) return toCalendarDate(now)
  if (isTodaySomewhere(named, now)) return named
  return refuseAuth('validation_failed', {
    status: 422,
    message: accountMessages.wrongDay,
    faults: ['wrongDay'],
  })
}
