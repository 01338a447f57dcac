import type { SignUpMetadata } from '../../contract/account.ts'
import { toComparableEmail } from '../../domain/verification/verification.ts'
import { completeSignUp, type Device, type SessionAnswer, signUpProven } from '../accounts/index.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import { sql } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { gatePasses } from './passes.ts'
import type { GatePass } from './policy.ts'

/**
 * Makes an account with the address that the third party proved by a code, and signs it in. Refuses unless this pass was
 * used for the answer that made the record, with an ID that was read, and the consent wasn't withdrawn since (ONCE-11).
 */
export async function openAccount(
  platform: Platform,
  { tokenSha256, emailProof, verificationId }: GatePass,
  registration: SignUpMetadata,
  device: Device,
): Promise<Pick<SessionAnswer, 'access_token' | 'refresh_token'> | Refusal> {
  if (emailProof !== 'code') return refuse('address_not_proven')
  const opened = await platform.database.transaction(async (tx) => {
    // Correcting the address ends the passes to the earlier one, so one query reads both pass and address.
    const proven = await tx.row<{ email: string; hasOwnReading: boolean }>(sql`
      SELECT v.third_party_email AS email, p.submitted_at IS NOT NULL AND v.status = 'verified'
        AND v.third_party_id_document_id IS NOT NULL
        AND v.third_party_sources @> '[{"step": "document", "nameAgrees": true}]' AS has_own_reading
      FROM ${gatePasses.table} p JOIN verifications v ON v.id = p.verification_id
      WHERE p.token_sha256 = ${tokenSha256}`)
    if (!proven) return refuse('gate_token_invalid')
    if (!proven.hasOwnReading) return refuse('account_needs_reading')
    const email = toComparableEmail(proven.email)
    return signUpProven(platform, tx, { email, limitedTo: verificationId, registration, device })
  })
  if (isRefusal(opened)) return opened
  const { access_token, refresh_token } = await completeSignUp(platform, opened)
  return { access_token, refresh_token }
}
