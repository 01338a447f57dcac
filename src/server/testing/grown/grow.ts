import { type Database, sql, type Transaction } from '../../platform/database/index.ts'
import { growAccounts, growAround } from './grow-accounts.ts'
import { addPlan, growLog, growTrails, growVerifications } from './grow-verifications.ts'
import { grownId, type Like, type Sizes, setNow } from './rows.ts'

const chunk = 20_000

/**
 * Fills an installation with the data of years of use: accounts, and verifications in every state, the older ones with
 * less data left, as after housekeeping; their documents, valid trails, sealed documents with their leaves in the log,
 * passes, mails, plans. It creates no files, and every grown head of the log repeats the signature of the existing one,
 * so the verification of sealed documents fails.
 *
 * Continues an interrupted run. Leaves the tables as autovacuum would. Needs an existing sealed record, and a
 * superuser's connection, which skips the checks of foreign keys.
 */
export async function grow(
  database: Database,
  like: { userId: string; now: Date },
  sizes: Sizes,
  tell: (verifications: number) => void = () => {},
): Promise<void> {
  const inTransaction = (work: (tx: Transaction) => Promise<void>) =>
    database.transaction(async (tx) => {
      await tx.run(sql`SET LOCAL session_replication_role = replica`)
      await setNow(tx, like.now)
      await work(tx)
    })
  const known: Like = { userId: like.userId, certificateSha256: await sealingCertificate(database) }
  await inTransaction((tx) => growAccounts(tx, known, sizes))
  for (let from = 1; from <= sizes.verifications; from += chunk) {
    const to = Math.min(sizes.verifications, from + chunk - 1)
    if (await isThere(database, to)) continue
    await inTransaction(async (tx) => {
      await addPlan(tx, { from, to }, sizes)
      await growVerifications(tx)
      await growLog(tx, known)
      await growTrails(tx)
      await growAround(tx)
    })
    tell(to)
  }
  await database.run(sql`VACUUM ANALYZE`)
}

async function isThere(database: Database, n: number): Promise<boolean> {
  return (
    (await database.row(sql`SELECT FROM verifications WHERE id = ${grownId('verification', sql`${n}`)}`)) !==
    null
  )
}

async function sealingCertificate(database: Database): Promise<string> {
  const row = await database.row<{ sha256: string }>(sql`
    SELECT certificate_sha256 AS sha256 FROM sealed_documents ORDER BY leaf_index LIMIT 1`)
  if (!row) throw new Error('nothing is sealed yet')
  return row.sha256
}
