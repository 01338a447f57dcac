import type { Party } from '../../domain/record/record.ts'
import { findAddress } from '../accounts/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { VerificationRow } from './store.ts'

/** Where a party of a verification is mailed; null once an account has no address any more. */
export async function findAddressOfParty(
  q: Queryable,
  { userId, thirdPartyEmail }: VerificationRow,
  party: Party,
): Promise<string | null> {
  if (party === 'third_party') return thirdPartyEmail
  return (await findAddress(q, userId))?.email ?? null
}
