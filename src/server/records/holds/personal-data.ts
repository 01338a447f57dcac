import type { PersonalHold } from '../../../contract/personal-data.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { listHolds } from './store.ts'

/** The legal holds of a record, as a copy of one's data has them: both can read them all. */
export async function gatherHolds(q: Queryable, verificationId: string): Promise<PersonalHold[]> {
  const holds = await listHolds(q, verificationId)
  return holds.map(({ party, ...hold }) => ({ by: party, ...hold }))
}
