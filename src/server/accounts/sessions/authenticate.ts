import type { Context } from 'hono'
import { isCanonicalId } from '../../../domain/typed-text.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { findBearer } from '../../http/client.ts'
import { isRefusal, type Refusal, refuse } from '../../http/problem.ts'
import type { Identities } from '../../http/serve-endpoints.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../auth-error.ts'
import { hasJustUsedPasskey } from '../stores/proofs.ts'
import {
  findSignInBlock,
  findUserAndSession,
  hasSessionExpired,
  type SignedIn,
} from '../stores/session-store.ts'

/**
 * The signed-in account, as other features see it. `limitedTo`: the only record that it may open as its third party;
 * null without a limit (ONCE-12). `provenByPasskey`: the person used a passkey just now.
 */
export type Account = {
  id: string
  sessionId: string
  email: string
  emailVerified: boolean
  limitedTo: string | null
  provenByPasskey: boolean
}

/**
 * Authenticates a request by its bearer access token. Checks signature and expiry first, then the rows of the user and
 * the session in one query, so that an ended session is refused at once.
 */
export async function authenticateBearer(
  platform: Platform,
  c: Context<AppEnv>,
): Promise<SignedIn | AuthRefusal> {
  const token = findBearer(c)
  // A malformed Bearer value was meant as a token: 403. Anything else counts as no authorization: 401.
  return token === null ? refuseAuth('no_authorization') : authenticateToken(platform, c, token)
}

async function authenticateToken(
  platform: Platform,
  c: Context<AppEnv>,
  token: string,
): Promise<SignedIn | AuthRefusal> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return refuseAuth('bad_jwt')
  const claims = await platform.signing.verifyAccessToken(token, platform.clock.now())
  if (!claims) return refuseAuth('bad_jwt')
  const { sub: userId, session_id: sessionId, aal } = claims
  if (!isCanonicalId(userId) || !isCanonicalId(sessionId)) {
    return refuseAuth('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' })
  }
  const found = await findUserAndSession(platform.database, { userId, sessionId, aal })
  if (!found) return refuseAuth('user_not_found')
  c.set('userId', userId)
  if (!found.signedIn) return refuseAuth('session_not_found')
  if (hasSessionExpired(found.signedIn, platform.clock.now()))
    return refuseAuth('session_expired', { status: 403 })
  const shut = findSignInBlock(found.user, platform.clock.now())
  if (shut) return refuseAuth(shut, { status: 403 })
  return found.signedIn
}

/** The signed-in account, or a refusal of the product's own API. */
export async function authenticate(platform: Platform, c: Context<AppEnv>): Promise<Account | Refusal> {
  const signedIn = await authenticateBearer(platform, c)
  if (isAuthRefusal(signedIn)) return refuse('authentication_required')
  return signedIn.needsCode ? refuse('second_step_required') : toAccount(signedIn, platform.clock.now())
}

/**
 * The signed-in account, null without an authorization header, or the refusal of `authenticate`: a caller with invalid
 * credentials is never treated as anonymous.
 */
async function authenticateAccountOrNobody(
  platform: Platform,
  c: Context<AppEnv>,
): Promise<Account | null | Refusal> {
  return c.req.header('authorization') === undefined ? null : authenticate(platform, c)
}

/** The signed-in account. Null for all other callers, and for a session that lacks the second step of its account. */
export async function findSignedInAccount(platform: Platform, c: Context<AppEnv>): Promise<Account | null> {
  const account = await authenticate(platform, c)
  return isRefusal(account) ? null : account
}

/** The id of the account that an access token in a request's body signs in; null for any other text. */
export async function findAccountOfToken(
  platform: Platform,
  c: Context<AppEnv>,
  token: string,
): Promise<string | null> {
  const signedIn = await authenticateToken(platform, c, token)
  return isAuthRefusal(signedIn) || signedIn.needsCode ? null : signedIn.user.id
}

/** The kinds of callers in `src/contract/endpoints.ts` that are, or may be, accounts. */
export const accountCallers = {
  account: { find: authenticate, name: nameAccount },
  owner: { find: authenticate, name: nameAccount },
  visitor: { find: findSignedInAccount, name: nameAccount },
  'account or anonymous': { find: authenticateAccountOrNobody, name: nameAccount },
} satisfies Identities

function nameAccount({ id }: Account): string {
  return id
}

function toAccount({ user, sessionId, amr }: SignedIn, now: Date): Account {
  const { id, email, emailVerifiedAt, limitedTo } = user
  const provenByPasskey = hasJustUsedPasskey(amr, now)
  return { id, sessionId, email, emailVerified: emailVerifiedAt !== null, limitedTo, provenByPasskey }
}
