// npm run audit:verify [-- --head SIZE:ROOT] [--certificate seal.pem …]: walks the audit trail of every verification, compares it with what was
// sealed of it and with the log of seals, names the first thing that is not as it was written, and says what it could not see.
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifyTrails } from '../src/server/audit/index.ts'
import { sql } from '../src/server/platform/database/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { type KeptHead, verifySeals } from '../src/server/records/index.ts'
import { withDatabase } from './lib/with-database.ts'
import { withWitnesses } from './lib/with-witnesses.ts'

/** A broken trail ends everything: what is behind it says nothing any more. */
async function verify(head: KeptHead | null, certificates: readonly string[]): Promise<boolean> {
  return withDatabase((database) =>
    database.transaction(async (tx) => {
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
        console.error(
          `BROKEN: ${verificationId ? `verification ${verificationId}, ` : ''}${what}: ${reason}.`,
        )
        return false
      }
      const { verifications, rows, rowsAfter } = seals.unsealed
      console.log(
        `Sound: ${seals.documents} sealed documents agree with their files, with the trails and with the log.\n` +
          `Not compared: ${rows} rows of ${verifications} verifications without a sealed document, and ${rowsAfter} rows after the last one of theirs. Nothing outside the database knows them: its owner could cut their end or write them anew, and this would not see it.`,
      )
      console.log(
        head
          ? `The log grew out of the head that you kept. It is now ${seals.head.size}:${seals.head.rootHash}.`
          : 'Not seen: a log that was rolled back as a whole, its newest records with it. Keep the next line somewhere else, and give it back with --head.',
      )
      if (!head) console.log(`${seals.head.size}:${seals.head.rootHash}`)
      return true
    }),
  )
}

function keptHead(text: string | undefined): KeptHead | null {
  if (text === undefined) return null
  const [, size, rootHash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!size || !rootHash) throw new StartupError('--head takes what this check printed last time: SIZE:ROOT.')
  return { size: Number(size), rootHash }
}

/** SHA-256 of a certificate, hex. */
async function fingerprintOf(file: string): Promise<string> {
  try {
    return new X509Certificate(await readFile(file)).fingerprint256.replaceAll(':', '').toLowerCase()
  } catch {
    throw new StartupError(`--certificate names ${file}, which is no certificate: give the PEM file.`)
  }
}

try {
  const { values } = parseArgs({
    options: { head: { type: 'string' }, certificate: { type: 'string', multiple: true } },
  })
  const certificates = await Promise.all((values.certificate ?? []).map(fingerprintOf))
  if (!(await verify(keptHead(values.head), certificates))) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
