import { randomBytes, randomUUID } from 'node:crypto'
import { fillAddress } from '../../contract/address.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { BegunWalletSession, WalletSession } from '../../contract/wallet.ts'
import { compareNames } from '../../domain/identity-document/names-agree.ts'
import { endUnderAge } from '../../domain/verification/transition.ts'
import { credentials, walletSessionLifeMs } from '../../domain/wallet.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { endKeptProof } from '../documents/index.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import {
  type AskedWallet,
  isWalletRefused,
  type WalletAnswer,
  type WalletVerdict,
} from '../platform/wallet/index.ts'
import { endVerification, lockOpenVerification, takePlace } from '../verifications/index.ts'
import { findProof, insertProof, markName, type Proof, tellName } from './proof-store.ts'
import {
  type AddedSession,
  findSession,
  insertSession,
  lockOwner,
  replaceOpen,
  type SessionRow,
  type Settlement,
  settleOpen,
  type WalletOwner,
} from './session-store.ts'

/**
 * Begins a request to a wallet, valid for five minutes. It replaces the person's request in progress, for example in
 * another tab. The returned secret, which can't be looked up later, is needed to follow the session.
 */
export async function beginSession(
  platform: Platform,
  owner: WalletOwner,
  { fullName = '', ...wanted }: Wanted,
): Promise<BegunWalletSession | Refusal> {
  const { clock, settings, wallets } = platform
  const { credentialType, asksName } = wanted
  const hasName = credentials[credentialType].name.length > 0
  if (!wallets.offered.includes(credentialType) || (asksName && !hasName)) return refuse('wallet_not_offered')
  const matter = { ...wanted, ...wallets.makeRequestSecrets() }
  const createdAt = clock.now()
  const begun = { ...matter, voucher: null, createdAt, lifeMs: walletSessionLifeMs }
  const stored = await storeSession(platform, owner, { ...begun, fullName, notOffered: 'wallet_not_offered' })
  if (isRefusal(stored)) return stored
  const request = await wallets.request(toAskedWallet(settings, stored.id, matter), createdAt)
  return { ...stored, request }
}

type BegunSession = Omit<AddedSession, 'id' | 'claimedName' | 'secretSha256' | 'expiresAt'> & {
  fullName: string
  lifeMs: number
  /** The refusal of a name that the creator's choice doesn't ask for. */
  notOffered: ProblemCode
}

/**
 * Stores a request in place of the person's one in progress, in any tab. Returns the secret of the browser that began it.
 */
export async function storeSession(
  platform: Platform,
  owner: WalletOwner,
  { fullName, lifeMs, notOffered, ...begun }: BegunSession,
): Promise<{ id: string; secret: string; expiresAt: string } | Refusal> {
  const id = randomUUID()
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(begun.createdAt.getTime() + lifeMs)
  const refusal = await platform.database.transaction(async (tx) => {
    let claimedName = fullName
    if ('verificationId' in owner) {
      const open = await lockOpenVerification(tx, { ...owner, tokenSha256: owner.passSha256 })
      if (isRefusal(open)) return open
      if (begun.asksName && !open.asksWalletName) return refuse(notOffered)
      const refused = await takePlace(platform, tx, owner)
      if (refused) return refused
      claimedName = open.thirdPartyName
    }
    await lockOwner(tx, owner)
    await replaceOpen(tx, owner)
    const named = { id, claimedName: begun.asksName ? claimedName : null }
    await insertSession(tx, owner, { ...begun, ...named, secretSha256: hashHex(secret), expiresAt })
    return null
  })
  return refusal ?? { id, secret, expiresAt: expiresAt.toISOString() }
}

/** `Omit` of each member of the union. */
type NewProof = Proof extends infer Each ? (Each extends Proof ? Omit<Each, 'provenAt'> : never) : never

/** The proof of a wallet, without the facts that only vouchers give. */
export const fromWallet = <Facts>(facts: Facts) => ({
  ...facts,
  voucherName: null,
  voucherKind: null,
  subjectMark: null,
})

/** What is asked for. `fullName` is the name that a creator typed; a third party's is in the verification. */
type Wanted = Pick<AskedWallet, 'credentialType' | 'asksName' | 'today' | 'way'> & { fullName?: string }

/** The outcome of an answer. With `responseCode` the browser on the same phone completes the proof. */
export type Taken = { state: Settlement['state']; responseCode?: string }

/**
 * Judges the single answer that a session accepts, and stores the result: a proof, a refusal, or the end of a request
 * whose third party is under 18. The session then ends in any case: of concurrent answers one counts, and a second
 * answer is refused.
 */
export async function takeAnswer(
  platform: Platform,
  session: SessionRow,
  answer: WalletAnswer,
): Promise<Taken | Refusal> {
  const { clock, settings, wallets } = platform
  const matter = findOpenMatter(session, clock.now())
  if (!matter) return refuse('wallet_session_over')
  if (wallets.isCancelled(answer)) return settle(platform, session, { state: 'cancelled' }, null)
  const asked = toAskedWallet(settings, session.id, matter)
  const judged = await wallets.judge(asked, answer, clock.now())
  if (isWalletRefused(judged)) return settle(platform, session, { state: 'refused', ...judged }, null)
  if (!judged.over18) return settle(platform, session, { state: 'under_age' }, null)
  const { issuerName, sha256: responseSha256 } = judged
  const kept = { issuerName, responseSha256, ...compareName(platform, session, judged.name) }
  const proof = fromWallet({ credentialType: matter.credentialType, ...kept })
  if (session.way !== 'link') return settle(platform, session, { state: 'proven' }, proof)
  const responseCode = randomBytes(32).toString('base64url')
  const answered = { state: 'answered', responseCodeSha256: hashHex(responseCode), ...kept } as const
  const taken = await settle(platform, session, answered, null)
  return 'refused' in taken ? taken : { ...taken, responseCode }
}

/** What an open session of a wallet asks for; null for any other. */
export function findOpenMatter(session: SessionRow, now: Date): WalletMatter | null {
  const { state, requestKey: key, credentialType, way, expiresAt } = session
  if (state !== 'open' || !key || !credentialType || way === 'redirect' || expiresAt <= now) return null
  return { ...session, key, credentialType, way }
}

type WalletMatter = Omit<AskedWallet, 'responseUri' | 'requestUri'>

/** The verdict on the name that was shown; the name itself isn't kept. */
export function compareName(
  { signing }: Pick<Platform, 'signing'>,
  { claimedName }: Pick<SessionRow, 'claimedName'>,
  name: WalletVerdict['name'] | null,
): Pick<Proof, 'nameVerdict' | 'nameMark'> {
  if (!name || claimedName === null) return { nameVerdict: null, nameMark: null }
  return { nameVerdict: compareNames(claimedName, name), nameMark: markName(signing, claimedName) }
}

/** Ends a session as its answer was judged, and stores the proof if there is one. `end`: the statement that ends it. */
export function settle(
  platform: Platform,
  session: SessionRow,
  to: Settlement,
  proof: NewProof | null,
  end = settleOpen,
): Promise<Taken | Refusal> {
  return platform.database.transaction(async (tx) => {
    const ended = await findReasonEnded(tx, session)
    if (ended) return refuse(ended)
    const at = platform.clock.now()
    if (!(await end(tx, session.id, to, at))) return refuse('wallet_session_over')
    // A provider that is away refused nothing and nobody.
    if (to.state === 'refused' && to.refusal !== 'provider_away')
      await noteOutcome(tx, session, at, { reason: to.refusal })
    if (to.state === 'under_age') await endForMinor(platform, tx, session)
    if (proof) await keepProof(tx, session, proof, at)
    return { state: to.state }
  })
}

/** Ends the request of a third party under 18, and the account's or creator's kept proof of an ID (ONCE-6). */
async function endForMinor(
  platform: Platform,
  tx: Transaction,
  { userId, verificationId }: SessionRow,
): Promise<void> {
  if (userId) await endKeptProof(tx, { userId })
  if (!verificationId) return
  await endKeptProof(tx, { verificationId })
  await endVerification(platform, tx, verificationId, endUnderAge())
}

/** Locks the verification that an answer is for. Returns why nothing may be added to it, or null. */
export async function findReasonEnded(
  tx: Transaction,
  { verificationId, passSha256 }: SessionRow,
): Promise<ProblemCode | null> {
  if (!verificationId || !passSha256) return null
  const row = await lockOpenVerification(tx, { verificationId, tokenSha256: passSha256 })
  if (!isRefusal(row)) return null
  return row.refused === 'gate_token_invalid' ? 'wallet_session_over' : row.refused
}

/** Stores a proof under the id of its session. */
export async function keepProof(
  tx: Transaction,
  session: SessionRow,
  proof: NewProof,
  provenAt: Date,
): Promise<void> {
  const { id, userId, verificationId, setSha256 } = session
  const owner = { userId, verificationId, setSha256 }
  // A response is bound to its session, which accepts only one.
  if (!(await insertProof(tx, { id, owner, ...proof, provenAt })))
    throw new Error('a response was taken before')
  await noteOutcome(tx, session, provenAt, null)
}

/** Appends the outcome of the third party's answer to the trail of a verification. */
async function noteOutcome(
  tx: Transaction,
  { verificationId, credentialType, voucher }: SessionRow,
  at: Date,
  refused: { reason: string } | null,
): Promise<void> {
  if (!verificationId) return
  const event = `${voucher ? 'voucher' : 'wallet'}_${refused ? 'refused' : 'proven'}` as const
  const detail = refused ?? (voucher ? { voucher } : { credentialType })
  await appendAuditEvent(tx, { verificationId, event, actor: 'third_party', at, detail })
}

/** The present state of a session, for the browser that began it. */
export async function showSession(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  id: string,
): Promise<WalletSession | Refusal> {
  const session = await findSession(database, id)
  if (!session) return refuse('wallet_session_not_found')
  const { state, refusal } = session
  const isUnderWay = state === 'open' || state === 'answered'
  if (isUnderWay && session.expiresAt <= clock.now()) return { state: 'expired', refusal, proof: null }
  const proof = state === 'proven' ? await findProof(database, id) : null
  return {
    state,
    refusal,
    proof: proof && {
      id: proof.id,
      ...(proof.credentialType === null
        ? { credentialType: null, issuerName: proof.voucherName, voucherKind: proof.voucherKind }
        : { credentialType: proof.credentialType, issuerName: proof.issuerName, voucherKind: null }),
      ...tellName(proof.nameVerdict),
      provenAt: proof.provenAt.toISOString(),
    },
  }
}

/** The request to a wallet, with the URL of this session: the answer is valid nowhere else. */
export function toAskedWallet(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  id: string,
  matter: WalletMatter,
): AskedWallet {
  const responseUri = `${publicUrl}${fillAddress('POST /api/wallet-sessions/:id/response', { id })}`
  const requestUri = `${publicUrl}${fillAddress('POST /api/wallet-sessions/:id/request', { id })}`
  return { ...matter, responseUri, requestUri }
}
