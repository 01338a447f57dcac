import { sql, type Transaction } from '../platform/database/index.ts'

/** Notes since when its files are there for a legal hold alone. */
export async function noteFilesWithheld(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(
    sql`UPDATE verifications SET files_withheld_at = ${at} WHERE id = ${id} AND files_withheld_at IS NULL`,
  )
}

/** Notes when the last of its files was given up that a legal hold had kept, if it had kept all of them. */
export async function noteHeldFilesDestroyed(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    UPDATE verifications SET files_destroyed_at = ${at}
    WHERE id = ${id} AND files_withheld_at IS NOT NULL AND files_destroyed_at IS NULL`)
}

/** Notes when the last of its files was given up. */
export async function noteFilesDestroyed(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`UPDATE verifications SET files_destroyed_at = ${at} WHERE id = ${id}`)
}
