// npm run restore:check: checks restored data before the server uses it: rows, files, seals, the log and the seal key.
// It prints each fault and exits with 1, or prints a summary of the comparison.
import { verifyTrails } from '../src/server/audit/index.ts'
import { type Configuration, readConfiguration } from '../src/server/config.ts'
import { listEveryFile } from '../src/server/documents/index.ts'
import { listNamedFiles } from '../src/server/named-files.ts'
import { type Queryable, sql } from '../src/server/platform/database/index.ts'
import { type FileAddress, findFault, type Storage, toKey } from '../src/server/platform/storage/index.ts'
import { findCertificateInForce, listEverySealedFile, verifySeals } from '../src/server/records/index.ts'
import { readKnownCertificates } from '../src/server/secrets.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'
import { listCertificates, withStorage } from './lib/with-storage.ts'

let faults = 0
function tell(fault: string): void {
  faults += 1
  console.error(fault)
}

async function compareFiles(q: Queryable, storage: Storage): Promise<number> {
  let count = 0
  const compare = async (what: string, address: FileAddress, sha256: string | null) => {
    count += 1
    const fault = await findFault(storage, address, sha256)
    if (fault) tell(`FILE ${address.bucket}/${address.path} (${what}) is ${fault}.`)
  }
  for await (const { what, address, sha256 } of listEverySealedFile(q)) await compare(what, address, sha256)
  for await (const { id, address, sha256 } of listEveryFile(q))
    await compare(`document ${id}`, address, sha256)
  return count
}

/** The keys of all files in the store. Called before the rows are read, because a row exists before its file. */
async function gatherKeys(stored: AsyncIterable<string>): Promise<Set<string>> {
  const keys = new Set<string>()
  try {
    for await (const key of stored) if (!key.startsWith('installation/')) keys.add(key)
  } catch {
    console.log('Not checked: files without a row. The store could not be listed.')
    keys.clear()
  }
  return keys
}

/** Prints the files of `stored` without a row, and returns their number. */
async function nameFilesWithoutRow(q: Queryable, stored: Set<string>): Promise<number> {
  for await (const { address } of listNamedFiles(q)) stored.delete(toKey(address))
  for (const key of stored) console.log(`No row refers to the file ${key}.`)
  return stored.size
}

/** Checks the seal key with the rules that the server applies when it starts. */
async function compareKey(q: Queryable, configuration: Configuration): Promise<void> {
  const inForce = await findCertificateInForce(q)
  if (!inForce) return
  const known = await readKnownCertificates(configuration)
  if (known.length === 0)
    tell('KEY The seal key is missing, so the server will not start. Restore it from your backup.')
  else if (!known.includes(inForce.sha256))
    tell(
      `KEY The seal key is not the one that sealed last (certificate ${inForce.sha256}), so the server will not start. Restore that key from your backup.`,
    )
}

/** `stored` are the keys of the files that were in the store before the rows were read. */
type Restored = { configuration: Configuration; storage: Storage; stored: Set<string> }

async function compare(q: Queryable, { configuration, storage, stored }: Restored): Promise<void> {
  await compareKey(q, configuration)
  const trails = await verifyTrails(q)
  if (trails.firstBad) {
    const { verificationId, sequence, reason } = trails.firstBad
    tell(`TRAIL verification ${verificationId}, row ${sequence}: ${reason}.`)
  }
  const certificates = new Set(await listCertificates(q, configuration))
  const files = await compareFiles(q, storage)
  const seals = await verifySeals(q, { storage, certificates })
  if (seals.firstBad) {
    const { verificationId, what, reason } = seals.firstBad
    tell(`SEAL ${verificationId ? `verification ${verificationId}, ` : ''}${what}: ${reason}.`)
  }
  console.log(
    `Compared: ${trails.rows} rows of ${trails.trails} trails, ${files} files, ${seals.documents} sealed documents and the log of ${seals.head.size} entries.`,
  )
  const unnamed = await nameFilesWithoutRow(q, stored)
  if (unnamed > 0) {
    console.log(
      `${unnamed} files have no row. They were written after the database was copied, or left by a process that crashed. They can be removed.`,
    )
  }
  console.log(
    faults === 0
      ? `Everything is there. Compare the log with the head that you kept elsewhere: ${seals.head.size}:${seals.head.rootHash}`
      : `${faults} faults.`,
  )
}

await runCommand(async () => {
  const configuration = readConfiguration()
  await withDatabase((database) =>
    withStorage(configuration, async (storage, keys) => {
      const stored = await gatherKeys(keys)
      await database.transaction(async (tx) => {
        await tx.run(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
        await compare(tx, { configuration, storage, stored })
      })
    }),
  )
  if (faults > 0) process.exitCode = 1
})
