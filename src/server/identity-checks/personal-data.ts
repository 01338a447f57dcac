import type { PersonalCheck } from '../../contract/personal-data.ts'
import type { DocumentOwner } from '../documents/index.ts'
import { type Queryable, sql } from '../platform/database/index.ts'
import { matchOwner } from './store.ts'

export function gatherChecks(q: Queryable, owner: DocumentOwner): Promise<PersonalCheck[]> {
  return q.rows(sql`
    SELECT provider, state, fault, claimed_name AS "comparedName", age_over_18 AS "ageOver18", name_agrees AS "nameAgrees",
      face_matched AS "faceMatched", started_at AS "startedAt", ended_at AS "endedAt"
    FROM identity_checks WHERE ${matchOwner(owner)} ORDER BY started_at`)
}
