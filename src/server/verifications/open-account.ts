import type { Context } from 'hono'
import type { SignUpMetadata } from '../../contract/account.ts'
import { toComparableEmail } from '../../domain/verification/verification.ts'
import { type Device, type SessionAnswer, signUpProven, welcome } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import { sql } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { gatePasses, recognisePass } from './passes.ts'
import { type GatePass, passCallers } from './policy.ts'

/** A third party who typed a mailed code, also once the verification is over. */
export const provenThirdParty = {
  ...passCallers['pass holder'],
  async find(
    platform: Platform,
    c: Context<AppEnv>,
    verificationId: string | null,
  ): Promise<GatePass | Refusal> {
    const pass = await recognisePass(platform, gatePasses, c)
    const isProven = pass?.kind === 'code' && pass.verificationId === verificationId
    return isProven ? pass : refuse('gate_token_invalid')
  },
}

/** Makes an account of the third party's proven address, and signs it in (ONCE-11). */
export async function openAccount(
  platform: Platform,
  { tokenSha256 }: GatePass,
  registration: SignUpMetadata,
  device: Device,
): Promise<Pick<SessionAnswer, 'access_token' | 'refresh_token'> | Refusal> {
  const opened = await platform.database.transaction(async (tx) => {
    // A corrected address ends the passes to the earlier one, so pass and address are read at once.
    const proven = await tx.row<{ email: string }>(sql`
      SELECT v.third_party_email AS email FROM ${gatePasses.table} p JOIN verifications v ON v.id = p.verification_id
      WHERE p.token_sha256 = ${tokenSha256}`)
    if (!proven) return refuse('gate_token_invalid')
    const email = toComparableEmail(proven.email)
    return (await signUpProven(platform, tx, { email, registration, device })) ?? refuse('account_exists')
  })
  if (isRefusal(opened)) return opened
  const { access_token, refresh_token } = await welcome(platform, opened)
  return { access_token, refresh_token }
}
