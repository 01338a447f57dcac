import type { SignUpMetadata } from '../../../contract/account.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { toStoredPhone } from '../../platform/phone-numbers/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { addProvenUser } from '../links/prove-mailbox.ts'
import type { Device } from '../sessions/session-store.ts'
import { type OpenSession, openSession } from '../wire/session-answer.ts'
import { lockUserByEmail } from './user-store.ts'

type ProvenSignUp = { email: string; registration: SignUpMetadata; device: Device }

/**
 * Makes an account for the person who proved an address just now, and signs it in: its address is confirmed, and it has
 * no password until its owner resets one. An unproven registration of the address ends. Null when the address has an
 * account.
 */
export async function signUpProven(
  platform: Platform,
  tx: Transaction,
  { email, registration, device }: ProvenSignUp,
): Promise<OpenSession | null> {
  const earlier = await lockUserByEmail(tx, email)
  if (earlier?.emailConfirmedAt) return null
  const { phone_number: phone } = registration
  const profile = { ...registration, phone_number: toStoredPhone(phone) ?? phone }
  const user = await addProvenUser(platform, tx, {
    email,
    earlier,
    passwordHash: null,
    metadata: registration,
    profile,
  })
  return user && openSession(tx, { user, method: 'otp', device, now: platform.clock.now() })
}
