import type { Claims } from '../../domain/identity-document/verdict.ts'
import type { VerificationRow } from '../verifications/index.ts'

/** What an ID of the third party is compared with: their name as the creator typed it. Their birth date is never asked. */
export function readThirdPartyClaims({ thirdPartyName }: Pick<VerificationRow, 'thirdPartyName'>): Claims {
  return { fullName: thirdPartyName, dateOfBirth: null }
}
