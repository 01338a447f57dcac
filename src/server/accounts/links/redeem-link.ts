import { randomBytes } from 'node:crypto'
import type { MailedLinkKind, MailedLinkView } from '../../../contract/account-endpoints.ts'
import { isUniqueViolation, type Transaction } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { noteMailboxRead } from '../limits.ts'
import { noteSecurityEvent, noteSignIn } from '../sessions/security-events.ts'
import {
  type OpenSession,
  openSession,
  type SessionAnswer,
  writeSessionAnswer,
} from '../sessions/session-answer.ts'
import type { AuthMethodName } from '../stores/proofs.ts'
import { type Device, findSignInBlock, lockSession, type SignedIn } from '../stores/session-store.ts'
import { findUserById, lockUser, type UserRow } from '../stores/user-store.ts'
import { isVerifierOf } from './issue-token.ts'
import { endLimit } from './limited-account.ts'
import {
  deleteToken,
  findFlowByCode,
  findLinkToken,
  findUsedLink,
  isChangeHalf,
  type LinkKind,
  type LinkToken,
  linkKinds,
  putAuthCode,
  putUsedLink,
  takeFlow,
} from './one-time-tokens.ts'
import { checkProof, judgeVouching, type LinkProof, proveMailbox, type ShownProof } from './prove-mailbox.ts'
import { confirmAddressChange, hasOpenRequestTo } from './request-mail.ts'

/**
 * The outcome of using a link: a session, a code that the requesting browser exchanges for a session, the first of two
 * halves, or only the link's effect.
 */
type RedeemedLink = { session: OpenSession } | { authCode: string } | { firstHalf: true } | { done: true }

export type LinkRedemption = {
  token: string
  type: LinkKind
  /** When given, the link must have been mailed to this address. */
  email?: string | undefined
  proof: LinkProof
  /**
   * `client`: the published client's verifyOtp, which always gets a session. `page`: the page for mailed links. It has
   * to settle who owns an unconfirmed registration, gets the code of a PKCE link, and gets no session where none is
   * needed.
   */
  by: 'client' | 'page'
  device: Device
}

/** How long the code of an opened PKCE link can be exchanged. */
const authCodeLifeMs = 5 * 60 * 1000

const invalidLink = refuseAuth('otp_expired', { message: 'Email link is invalid or has expired' })

/**
 * Uses a mailed link: deletes it, applies its effect, and signs in, all in one transaction. Of several parallel uses
 * one succeeds. Refuses with `otp_expired` if the link was used or replaced, has expired or is of another kind. Every
 * refusal changes nothing and leaves the link usable.
 */
export async function redeemLink(
  platform: Platform,
  use: LinkRedemption,
): Promise<RedeemedLink | AuthRefusal> {
  const { clock, database } = platform
  const hash = hashHex(use.token)
  const kinds = linkKinds[use.type]
  const before = await findLinkToken(database, hash, kinds, clock.now())
  const owner = before && (await findUserById(database, before.userId))
  if (!before || !owner || (use.email !== undefined && before.email !== use.email)) return invalidLink
  const checked = await checkProof(platform, owner, before, { ...use.proof, ip: use.device.ip })
  if (isAuthRefusal(checked)) return checked
  const redeem = () =>
    database.transaction(async (tx): Promise<RedeemedLink | AuthRefusal> => {
      const now = clock.now()
      const user = await lockUser(tx, owner.id)
      const token = await findLinkToken(tx, hash, kinds, now)
      if (!user || !token || findSignInBlock(user, now) || isOutdated(user, token)) return invalidLink
      // A device that has been signed out since no longer vouches for anything.
      const { bearer } = checked
      const isSignedIn = bearer?.user.id === user.id && (await lockSession(tx, bearer.sessionId)) !== null
      const shown = { ...checked, bearer: isSignedIn ? bearer : null }
      if (use.by === 'page' && isUnsettled(user, token, shown)) return refuseAuth('current_password_required')
      if (isChangeHalf(token.kind) && user.newEmail && (await hasOpenRequestTo(tx, user.id, user.newEmail)))
        return refuseAuth('email_asked')
      await deleteToken(tx, token.id)
      // A link to the requested address says nothing about the mailbox of the current one.
      const isToMailbox = token.kind !== 'email_change_new'
      const whole = isToMailbox ? await endLimit(platform, tx, user, { isOwnSession: isSignedIn }) : user
      const redeemed = await apply(platform, tx, { user: whole, token, shown, use })
      await putUsedLink(tx, {
        userId: redeemed.userId,
        kind: token.kind,
        email: token.email,
        tokenSha256: hash,
        now,
      })
      return redeemed.outcome
    })
  const redeemed = await redeem().catch((error: unknown) => {
    // If the requested address was registered at the same time, the second try finds that registration and no longer
    // conflicts.
    return isUniqueViolation(error) ? redeem().catch(refuseTakenOrRethrow) : Promise.reject(error)
  })
  if (!isAuthRefusal(redeemed) && 'session' in redeemed) {
    const { user, session } = redeemed.session
    // An account created by the link counts as a registration.
    await noteSignIn(platform, redeemed.session, { isSignUp: user.createdAt >= session.createdAt })
  }
  if (!isChangeHalf(before.kind) && !isAuthRefusal(redeemed))
    await noteMailboxRead(platform, owner.email, use.device.ip)
  if (isChangeHalf(before.kind) && !isAuthRefusal(redeemed) && !('firstHalf' in redeemed))
    await noteSecurityEvent(platform, 'address_changed', { userId: owner.id, device: use.device })
  if (!isAuthRefusal(redeemed) && checked.newPasswordHash)
    await noteSecurityEvent(platform, 'password_changed', { userId: owner.id, device: use.device })
  return redeemed
}

function refuseTakenOrRethrow(error: unknown): AuthRefusal {
  if (isUniqueViolation(error)) return refuseAuth('email_exists')
  throw error
}

type Application = { user: UserRow; token: LinkToken; shown: ShownProof; use: LinkRedemption }

/** Applies the link's effect and returns the id of the account that it applied to. */
async function apply(
  platform: Platform,
  tx: Transaction,
  { user, token, shown, use }: Application,
): Promise<{ userId: string; outcome: RedeemedLink }> {
  const now = platform.clock.now()
  if (isChangeHalf(token.kind)) {
    const changed = await confirmAddressChange(platform, tx, user, token.kind)
    if (!changed) return { userId: user.id, outcome: { firstHalf: true } }
    return { userId: user.id, outcome: use.by === 'page' ? { done: true } : await signIn(changed) }
  }
  const keptFlow = use.by === 'page' && !shown.newPasswordHash ? token.flowStateId : null
  const proven = await proveMailbox(platform, tx, user, { token, shown, keptFlow })
  return { userId: proven.id, outcome: await open(proven) }

  async function open(proven: UserRow): Promise<RedeemedLink> {
    if (keptFlow && proven.id === user.id) return { authCode: await issueCode(tx, keptFlow, now) }
    if (use.by === 'page' && token.kind === 'recovery' && shown.newPasswordHash) return { done: true }
    // A person who is already signed in to this account keeps their session.
    if (use.by === 'page' && !shown.newPasswordHash && shown.bearer?.user.id === proven.id)
      return { done: true }
    return signIn(proven)
  }

  async function signIn(proven: UserRow): Promise<RedeemedLink> {
    const method = getMethod(token.kind)
    return { session: await openSession(tx, { user: proven, method, device: use.device, now }) }
  }
}

/** Whether the account's current or requested address is no longer the one that the link was mailed to. */
function isOutdated(user: UserRow, { kind, email }: LinkToken): boolean {
  return email !== (kind === 'email_change_new' ? user.newEmail : user.email)
}

/**
 * Whether the owner of an unconfirmed account is still open. Vouching for a registration, or choosing a new password,
 * settles it.
 */
function isUnsettled(user: UserRow, token: LinkToken, shown: ShownProof): boolean {
  if (user.emailConfirmedAt || isChangeHalf(token.kind) || shown.newPasswordHash) return false
  return judgeVouching(user, token, shown) === 'none'
}

async function issueCode(tx: Transaction, flowStateId: string, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await putAuthCode(tx, flowStateId, {
    sha256: hashHex(code),
    expiresAt: new Date(now.getTime() + authCodeLifeMs),
  })
  return code
}

function getMethod(kind: MailedLinkKind): AuthMethodName {
  if (kind === 'recovery') return 'recovery'
  return kind === 'magiclink' ? 'magiclink' : 'otp'
}

/** Looks at a link without using it. `bearer` is the account signed in on the device where it was opened. */
export async function inspectLink(
  { clock, database }: Platform,
  { token, type, bearer }: { token: string; type: LinkKind; bearer: SignedIn | null },
): Promise<MailedLinkView> {
  const hash = hashHex(token)
  const now = clock.now()
  const found = await findLinkToken(database, hash, linkKinds[type], now)
  const user = found && (await findUserById(database, found.userId))
  if (!found || !user || findSignInBlock(user, now)) {
    const used = await findUsedLink(database, hash, linkKinds[type])
    return used ? { state: 'used', ...used } : { state: 'void' }
  }
  if (isOutdated(user, found)) return { state: 'void' }
  const isChange = isChangeHalf(found.kind)
  if (isChange && !user.newEmail) return { state: 'void' }
  const isSettled = user.emailConfirmedAt !== null || isChange
  const vouched = judgeVouching(user, found, { bearer, matched: [], newPasswordHash: null })
  return {
    state: 'valid',
    kind: found.kind,
    email: found.email,
    from_email: isChange ? user.email : null,
    new_email: isChange ? user.newEmail : null,
    repeated: found.pendingPasswordHash !== null,
    asks: isSettled || vouched === 'account' ? 'press' : 'password',
    unconfirmed: !isSettled,
  }
}

/**
 * Exchanges the code of an opened PKCE link for a session (RFC 7636, section 4.5). The right verifier uses the code up;
 * a wrong one leaves it unchanged.
 */
export async function exchangeCode(
  platform: Platform,
  { authCode, codeVerifier, device }: { authCode: string; codeVerifier: string; device: Device },
): Promise<SessionAnswer | AuthRefusal> {
  const { clock, database } = platform
  const codeHash = hashHex(authCode)
  const opened = await database.transaction(async (tx) => {
    const flow = await findFlowByCode(tx, codeHash)
    const user = flow && (await lockUser(tx, flow.userId))
    if (!flow || !user) return refuseAuth('flow_state_not_found')
    const now = clock.now()
    if (flow.expiresAt <= now) return refuseAuth('flow_state_expired')
    if (!isVerifierOf(flow.codeChallenge, codeVerifier)) return refuseAuth('bad_code_verifier')
    const shut = findSignInBlock(user, now)
    if (shut) return refuseAuth(shut)
    if (!(await takeFlow(tx, codeHash))) return refuseAuth('flow_state_not_found')
    return openSession(tx, { user, method: flow.method, device, now })
  })
  if (isAuthRefusal(opened)) return opened
  await noteSignIn(platform, opened)
  return writeSessionAnswer(platform, opened)
}
