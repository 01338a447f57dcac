// npm run restore:check: compares what was restored, before it serves: rows, files, seals, the log and the key of the
// seal. Names everything that is missing and ends with 1, or says what it compared.
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

/**
 * The keys of all files in the store. Listed before the rows are read: a file has its row from before it was written.
 */
async function gatherKeys(stored: AsyncIterable<string>): Promise<Set<string>> {
  const keys = new Set<string>()
  try {
    for await (const key of stored) if (!key.startsWith('installation/')) keys.add(key)
  } catch {
    console.log('Not seen: files without a row. The store could not be listed.')
    keys.clear()
  }
  return keys
}

/** Names the files of `stored` that no row names, and answers how many there are. */
async function nameFilesWithoutRow(q: Queryable, stored: Set<string>): Promise<number> {
  for await (const { address } of listNamedFiles(q)) stored.delete(toKey(address))
  for (const key of stored) console.log(`No row names the file ${key}.`)
  return stored.size
}

/** The rules by which the server will start, or not. */
async function compareKey(q: Queryable, configuration: Configuration): Promise<void> {
  const inForce = await findCertificateInForce(q)
  if (!inForce) return
  const known = await readKnownCertificates(configuration)
  if (known.length === 0)
    tell('KEY The key of the seal is missing: the server will not start. Put it back from your backup.')
  else if (!known.includes(inForce.sha256))
    tell(
      `KEY The key of the seal is not the one that sealed last (certificate ${inForce.sha256}): the server will not start.`,
    )
}

/** What is looked at: the store, opened once, and what it held before the rows were read. */
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
      `${unnamed} files are named by no row: written after the rows were copied, or left by a process that died. They can be removed.`,
    )
  }
  console.log(
    faults === 0
      ? `All of it is there. Compare the log with what you kept elsewhere: ${seals.head.size}:${seals.head.rootHash}`
      : `${faults} things are not as they were.`,
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
