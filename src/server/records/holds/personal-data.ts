import type { PersonalHold } from '../../../contract/personal-data.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { holdsOf } from './store.ts'

/** The legal holds of a record, as a copy of one's data has them: both can read them all. */
export async function personalHoldsOf(q: Queryable, verificationId: string): Promise<PersonalHold[]> {
  const holds = await holdsOf(q, verificationId)
  return holds.map(({ party, ...hold }) => ({ by: party, ...hold }))
}
