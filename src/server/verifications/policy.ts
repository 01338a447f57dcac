import type { Context } from 'hono'
import { type EmailProof, isOpen } from '../../domain/verification/verification.ts'
import { type Account, findSignedInAccount } from '../accounts/index.ts'
import type { LinkSet } from '../documents/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { gatePasses, isPassValid, type Pass, recognisePass } from './passes.ts'
import { touchSet } from './sets.ts'
import {
  findNewLanguage,
  findVerification,
  hasAny,
  keepThirdPartyLanguage,
  lockVerification,
  type VerificationRow,
} from './store.ts'

/** The open verification to change. `tokenSha256` is the hash of the pass that is used; null when no pass is needed. */
type OpenVerification = { verificationId: string; tokenSha256: string | null }

/**
 * Locks a verification until the transaction ends. Refuses with `link_closed` when it is no longer pending, and with
 * `gate_token_invalid` when the pass has ended since the request was admitted.
 */
export async function lockOpenVerification(
  tx: Transaction,
  { verificationId, tokenSha256 }: OpenVerification,
): Promise<VerificationRow | Refusal> {
  const row = await lockVerification(tx, verificationId)
  if (!row || !isOpen(row.status)) return refuse('link_closed')
  if (tokenSha256 !== null && !(await isPassValid(tx, tokenSha256))) return refuse('gate_token_invalid')
  return row
}

/** Changes an open verification in one transaction that locks it. Refuses like `lockOpenVerification`. */
export function withOpenVerification<Answer>(
  { database }: Pick<Platform, 'database'>,
  open: OpenVerification,
  change: (tx: Transaction, row: VerificationRow) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  return database.transaction(async (tx) => {
    const row = await lockOpenVerification(tx, open)
    return isRefusal(row) ? row : change(tx, row)
  })
}

/** A proven third party of one verification, with their set. */
export type GatePass = Pass<LinkSet & { emailProof: EmailProof }>

/** The caller: a person with a pass, or a person who is only signed in. */
export type Caller = { pass: GatePass } | { account: Account }

/** Reads only the Authorization header, so that an unknown caller's body isn't read. */
async function findCaller(platform: Platform, c: Context<AppEnv>): Promise<Caller | Refusal> {
  const found = await recognisePass(platform, gatePasses, c)
  if (found) {
    // A pass of version 0.2.0 by the address alone has a set of its own.
    const setSha256 = found.emailProof === 'code' ? null : (found.setSha256 ?? found.tokenSha256)
    const pass = { ...found, setSha256 }
    await touchSet(platform.database, pass, platform.clock.now())
    return { pass }
  }
  const account = await findSignedInAccount(platform, c)
  return account ? { account } : refuse('gate_token_invalid')
}

/**
 * Admits an upload with a pass, or from an account that has verifications, because its owner may be the creator and
 * needs an explanation. The bodies of all others stay unread.
 */
async function findUploader(platform: Platform, c: Context<AppEnv>): Promise<Caller | Refusal> {
  const caller = await findCaller(platform, c)
  if (isRefusal(caller) || 'pass' in caller) return caller
  return (await hasAny(platform.database, caller.account.id)) ? caller : refuse('gate_token_invalid')
}

/** A pass to an open verification, with the verification as it was when the request arrived. */
export type OpenPass = GatePass & { row: VerificationRow }

/**
 * The caller's pass, if it is for this verification and that is still open. Its creator learns that the other person
 * has to act; all others learn that the pass is invalid.
 */
export async function openPassFor(
  { database }: Platform,
  caller: Caller,
  verificationId: string | null,
): Promise<OpenPass | Refusal> {
  const row = verificationId === null ? null : await findVerification(database, verificationId)
  if ('account' in caller)
    return refuse(row?.userId === caller.account.id ? 'owner_cannot_submit' : 'gate_token_invalid')
  if (!row || caller.pass.verificationId !== row.id) return refuse('gate_token_invalid')
  if (!isOpen(row.status)) return refuse('link_closed')
  // The lock keeps a pass that ends right now from setting the language after a private no or a corrected address.
  if (findNewLanguage(row)) await withOpenVerification({ database }, caller.pass, keepThirdPartyLanguage)
  return { ...caller.pass, row }
}

/** Both steps at once, for requests whose address contains the verification. */
async function findOpenPass(
  platform: Platform,
  c: Context<AppEnv>,
  verificationId: string | null,
): Promise<OpenPass | Refusal> {
  const caller = await findCaller(platform, c)
  return isRefusal(caller) ? caller : openPassFor(platform, caller, verificationId)
}

/** Rate limits count third parties by their verification. */
export const passCallers = {
  'pass holder': { find: findOpenPass, name: ({ verificationId }: GatePass) => verificationId },
  uploader: {
    find: findUploader,
    name: (caller: Caller) => ('pass' in caller ? caller.pass.verificationId : caller.account.id),
  },
}

/** Admits third parties by their pass even after the verification has ended, if `isAdmitted` allows it. */
export const admitAfterEnd = (
  isAdmitted: (platform: Platform, c: Context<AppEnv>, pass: GatePass) => Promise<boolean>,
) => ({
  'pass holder': {
    ...passCallers['pass holder'],
    async find(
      platform: Platform,
      c: Context<AppEnv>,
      verificationId: string | null,
    ): Promise<GatePass | Refusal> {
      const caller = await findCaller(platform, c)
      const open = isRefusal(caller) ? caller : await openPassFor(platform, caller, verificationId)
      // Only the holder of this verification's pass learns that it has ended.
      if (!isRefusal(open) || open.refused !== 'link_closed' || !('pass' in caller)) return open
      return (await isAdmitted(platform, c, caller.pass)) ? caller.pass : open
    },
  },
})
