import { verifyTrails } from '../../src/server/audit/index.ts'
import { type Database, sql } from '../../src/server/platform/database/index.ts'
import { type KeptHead, verifySeals } from '../../src/server/records/index.ts'
import { withWitnesses } from './with-witnesses.ts'

/**
 * Walks every trail of a database, compares it with what was sealed of it and with the log, and says what it found and what it could not see.
 * A broken trail ends everything: what is behind it says nothing any more. False when anything is not as it was written.
 */
export async function verifyEvidence(
  database: Database,
  head: KeptHead | null,
  certificates: readonly string[],
): Promise<boolean> {
  return database.transaction(async (tx) => {
    // One look at everything, while others go on.
    await tx.run(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    const trails = await verifyTrails(tx, ({ verificationId, sequence }) =>
      console.log(`OTHER LETTERS: verification ${verificationId}, row ${sequence}.`),
    )
    if (trails.firstBad) {
      const { verificationId, sequence, reason } = trails.firstBad
      console.error(`BROKEN: verification ${verificationId}, row ${sequence}: ${reason}.`)
      return false
    }
    console.log(
      `Sound: ${trails.rows} rows of ${trails.trails} verifications follow from each other as they were written.`,
    )
    if (trails.otherLetters > 0) {
      console.log(
        `Of these, ${trails.otherLetters} came through an address in other letters, and their hash covers those; nothing else about them differs (docs/operations.md).`,
      )
    }
    const seals = await withWitnesses(tx, certificates, (witnesses) => verifySeals(tx, witnesses, head))
    if (seals.firstBad) {
      const { verificationId, what, reason } = seals.firstBad
      console.error(`BROKEN: ${verificationId ? `verification ${verificationId}, ` : ''}${what}: ${reason}.`)
      return false
    }
    const { verifications, rows, rowsAfter } = seals.unsealed
    const { cosigned, stamped } = seals.vouched
    console.log(
      `Sound: ${seals.documents} sealed documents agree with their files, with the trails and with the log.\n` +
        `Not compared: ${rows} rows of ${verifications} verifications without a sealed document, and ${rowsAfter} rows after the last one of theirs. Nothing outside the database knows them: its owner could cut their end or write them anew, and this would not see it.\n` +
        `Vouched for from outside, and as they said: the first ${cosigned} documents of the log by witnesses, the first ${stamped} by the time authority.`,
    )
    console.log(
      head
        ? `The log grew out of the head that you kept. It is now ${seals.head.size}:${seals.head.rootHash}.`
        : 'Not seen: a log that was rolled back or made anew as a whole, with what witnesses and the authority said of it. Keep the next line somewhere else, and give it back with --head.',
    )
    if (!head) console.log(`${seals.head.size}:${seals.head.rootHash}`)
    return true
  })
}
