import { isClosed } from '../accounts/index.ts'
import { type Sql, sql } from '../platform/database/index.ts'

/**
 * The status of a verification by its columns. An open request of a closed account counts as cancelled from the moment of the closing on, however
 * long it takes until that is written to each of them.
 */
export function selectStatusNow(status: Sql, userId: Sql): Sql {
  return sql`CASE WHEN ${status} = 'pending' AND ${isClosed(userId)} THEN 'cancelled' ELSE ${status} END`
}
