import type { Context } from 'hono'
import type { Party } from '../../domain/record/record.ts'
import { isRecord } from '../../domain/verification/verification.ts'
import { type Account, findAddress, findSignedInAccount } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  findSubmissionPass,
  findVerification,
  isAskedOf,
  issuePass,
  keepThirdPartyLanguage,
  recognisePass,
  recordPasses,
  type VerificationRow,
} from '../verifications/index.ts'

const confirmationHoldsMs = 365 * 24 * 60 * 60 * 1000

/**
 * One of the two people of a record, authenticated. `submission`: the pass of their own submission, if that opened the
 * record; null otherwise.
 */
export type Reader = {
  party: Party
  row: VerificationRow & { verifiedAt: Date }
  submission: { expiresAt: Date } | null
}

/** Names a reader for rate limits, which count each of the two people separately. */
export function nameReader({ party, row }: Reader): string {
  return `${row.id} ${party}`
}

/** What the trail says about the way in (RECORD-11). */
export function describeOpening({ submission }: Reader): { openedIn?: 'submitting_browser' } {
  return submission ? { openedIn: 'submitting_browser' } : {}
}

/**
 * Finds one of the two people of a record: its signed-in creator, or its third party, who is signed in or has a mailed
 * link. If codes are enabled, the third party also enters a mailed code, unless their account's address was confirmed
 * after the request was made and within the last year. All others get `record_not_found`.
 */
export async function findParty(
  platform: Platform,
  c: Context<AppEnv>,
  id: string | null,
): Promise<Reader | Refusal> {
  const row = await findRecord(platform, id)
  if (!row) return refuse('record_not_found')
  const thirdParty = { party: 'third_party', row, submission: null } as const
  const kind = await findPassKind(platform, c, row.id)
  if (kind === 'link' && platform.settings.emailCode) return refuse('record_code_required')
  if (kind) {
    await keepThirdPartyLanguage(platform.database, row)
    return thirdParty
  }
  const account = await findSignedInAccount(platform, c)
  if (!account) return refuse('record_not_found')
  if (account.id === row.userId) return { ...thirdParty, party: 'creator' }
  if (!isThirdParty(account, row)) return refuse('record_not_found')
  if (platform.settings.emailCode && !(await isFreshlyConfirmed(platform, account, row)))
    return refuse('record_code_required')
  return thirdParty
}

/**
 * Finds a person who may read, download and withdraw a record: one of its two people, or a person with the pass that
 * made it by their submission, until that pass expires or consent is withdrawn (RECORD-74).
 */
export async function findReader(
  platform: Platform,
  c: Context<AppEnv>,
  id: string | null,
): Promise<Reader | Refusal> {
  const row = await findRecord(platform, id)
  const submission = row?.status === 'verified' && (await findSubmissionPass(platform, c, row.id))
  if (!submission) return findParty(platform, c, id)
  await keepThirdPartyLanguage(platform.database, row)
  return { party: 'third_party', row, submission }
}

/** A mailbox that was confirmed long ago may belong to another person today (RECORD-71). */
async function isFreshlyConfirmed(
  { clock, database }: Platform,
  account: Account,
  { createdAt }: Reader['row'],
): Promise<boolean> {
  const { emailVerifiedAt = null } = (await findAddress(database, account.id)) ?? {}
  if (!emailVerifiedAt || emailVerifiedAt <= createdAt) return false
  return clock.now().getTime() - emailVerifiedAt.getTime() < confirmationHoldsMs
}

/** Whether an account belongs to the third party: it proved the address that was asked, and may open this record. */
function isThirdParty(account: Account, row: Reader['row']): boolean {
  return account.emailVerified && isAskedOf(account, row)
}

/**
 * The third party, identified by a mailed link (`accountId` is null) or their account, whether or not they still have
 * to enter a code.
 */
export async function findLinkHolder(
  platform: Platform,
  c: Context<AppEnv>,
  id: string | null,
): Promise<(Reader & { accountId: string | null }) | Refusal> {
  const row = await findRecord(platform, id)
  if (!row) return refuse('record_not_found')
  const thirdParty = { party: 'third_party', row, submission: null } as const
  if (await findPassKind(platform, c, row.id)) return { ...thirdParty, accountId: null }
  const account = await findSignedInAccount(platform, c)
  const isTheirs = account && account.id !== row.userId && isThirdParty(account, row)
  return isTheirs ? { ...thirdParty, accountId: account.id } : refuse('record_not_found')
}

export async function findRecord(platform: Platform, id: string | null): Promise<Reader['row'] | null> {
  const row = id === null ? null : await findVerification(platform.database, id)
  return row && isRecord(row.status) && row.verifiedAt ? { ...row, verifiedAt: row.verifiedAt } : null
}

/** The kind of the request's pass; null when it isn't for this record. */
async function findPassKind(
  platform: Platform,
  c: Context<AppEnv>,
  id: string,
): Promise<'link' | 'code' | null> {
  const pass = await recognisePass(platform, recordPasses, c)
  return pass?.verificationId === id ? pass.kind : null
}

/** Makes a token that opens one record for its third party, for a mailed link or after a mailed code was entered. */
export function openPass(
  platform: Pick<Platform, 'clock'>,
  q: Queryable,
  verificationId: string,
  kind: 'link' | 'code',
): Promise<{ token: string; expiresAt: Date }> {
  return issuePass(platform, q, recordPasses, { verificationId, kind })
}
