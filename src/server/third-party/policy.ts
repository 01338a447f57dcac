import type { Context } from 'hono'
import type { EmailProof } from '../../domain/verification/email-match.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { type Account, findSignedInAccount } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { gatePasses, type Pass, recognisePass } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findVerification, hasAny } from '../verifications/index.ts'

/** A proven third party of one verification, and whether that is still open. */
export type GatePass = Pass<EmailProof>

/** Who calls: somebody with a pass, or somebody who is only signed in. */
export type Caller = { pass: GatePass } | { account: Account }

/** Looks at the Authorization header alone, so that nobody unknown makes the server read a body. */
export async function findCaller(platform: Platform, c: Context<AppEnv>): Promise<Caller | Refusal> {
  const pass = await recognisePass(platform, gatePasses, c)
  if (pass) return { pass }
  const account = await findSignedInAccount(platform, c)
  return account ? { account } : refuse('gate_token_invalid')
}

/**
 * Who may send a file: a pass, and an account only if a verification of its own might be meant, whose creator is told so. Nobody else's
 * body is read.
 */
export async function findUploader(platform: Platform, c: Context<AppEnv>): Promise<Caller | Refusal> {
  const caller = await findCaller(platform, c)
  if (isRefusal(caller) || 'pass' in caller) return caller
  return (await hasAny(platform.database, caller.account.id)) ? caller : refuse('gate_token_invalid')
}

/**
 * The caller's pass, if it opens this very verification and that is still open. Its creator is told that the other person has to act;
 * anybody else, that the pass is no good.
 */
export async function openPassFor(
  platform: Platform,
  caller: Caller,
  verificationId: string | null,
): Promise<GatePass | Refusal> {
  if ('account' in caller) {
    const owner = await isOwner(platform, caller.account, verificationId)
    return refuse(owner ? 'owner_cannot_submit' : 'gate_token_invalid')
  }
  if (caller.pass.verificationId !== verificationId) return refuse('gate_token_invalid')
  return isOpen(caller.pass.status) ? caller.pass : refuse('link_closed')
}

/** Both steps at once, for requests that name the verification in their address. */
export async function findOpenPass(
  platform: Platform,
  c: Context<AppEnv>,
  verificationId: string | null,
): Promise<GatePass | Refusal> {
  const caller = await findCaller(platform, c)
  return isRefusal(caller) ? caller : openPassFor(platform, caller, verificationId)
}

async function isOwner(platform: Platform, account: Account, id: string | null): Promise<boolean> {
  return id !== null && (await findVerification(platform.database, id))?.userId === account.id
}
