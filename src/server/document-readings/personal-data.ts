import type { PersonalReading } from '../../contract/personal-data.ts'
import type { DocumentOwner } from '../documents/index.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { isOf } from './store.ts'

export function gatherReadings(q: Queryable, owner: DocumentOwner): Promise<PersonalReading[]> {
  return q.rows(sql`
    SELECT requested_at AS "requestedAt", ended_at AS "endedAt", claimed_name AS "comparedName",
      claimed_birth_date AS "comparedBirthDate", outcome, kind, read_from AS "readFrom",
      issuing_state AS "issuingState", age_over_18 AS "ageOver18", name_agrees AS "nameAgrees",
      birth_date_agrees AS "birthDateAgrees", reader_version AS "readerVersion",
      same_document AS "sameDocument", document_mark IS NOT NULL AS "isKeptToCompare"
    FROM document_readings r WHERE ${isOf(owner)} ORDER BY requested_at`)
}

export async function eraseReadingsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM document_readings WHERE user_id = ${userId}`)
}
