// npm run rotate-keys [-- --stolen | --finish]: makes new keys of every kind. After a restart, `--finish` encrypts all
// stored data with the new document key and removes the former one. docs/operations.md explains what to do when a key
// was stolen.
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { productName } from '../src/domain/product.ts'
import { type Configuration, readConfiguration } from '../src/server/config.ts'
import { systemClock } from '../src/server/platform/clock/index.ts'
import {
  ignoreMissing,
  removeUnfinished,
  syncPath,
  writeDurably,
} from '../src/server/platform/files/index.ts'
import { isMarkOfFormerKey } from '../src/server/platform/installation/index.ts'
import { isOtherKeyInUse } from '../src/server/platform/jobs/index.ts'
import { addSigningKeys, hasFormerKeys } from '../src/server/platform/keys/index.ts'
import { makeNextKey, parseSealKey } from '../src/server/platform/pdf/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { FileUnreadable } from '../src/server/platform/storage/index.ts'
import { findCertificateInForce } from '../src/server/records/index.ts'
import { resealEverything } from '../src/server/reseal.ts'
import {
  addDocumentKey,
  dropFormerDocumentKeys,
  nameDocumentKeyFile,
  nameSealKeyFile,
  nameSigningKeysFile,
  parseSigningKeys,
  readDocumentKey,
} from '../src/server/secrets.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'
import { withStorage } from './lib/with-storage.ts'

const sealName = `${productName} record seal`

/** The path of the new version of a file, before it replaces the file. */
const nextOf = (file: string) => `${file}.next`

/** The path of the mark beside the signing keys: while it is there, every run replaces stolen keys. */
const markOf = (signing: string) => `${signing}.stolen`

const formerPrefix = 'seal-key-former-'

/** The path at which a seal key is kept after it was replaced. */
const formerOf = (seal: string, certificateSha256: string) =>
  join(dirname(seal), `${formerPrefix}${certificateSha256.slice(0, 8)}.pem`)

/**
 * Makes all new key files before it replaces the first one. The signing keys are made last and replaced last. After a
 * killed run, a waiting file of new signing keys therefore means that all files were made, and the run resumes. Without
 * it, no file was replaced yet, and the run starts over.
 *
 * With `isStolen` a run always starts over from the files in place, because a waiting file may keep the former keys.
 */
async function makeKeys(configuration: Configuration, isStolen: boolean): Promise<void> {
  const [signing, seal] = [nameSigningKeysFile(configuration), nameSealKeyFile(configuration)]
  const document = nameDocumentKeyFile(configuration)
  const now = systemClock.now()
  const isIssued = parseSealKey(await readFile(seal, 'utf8')).certificates.length > 1
  const makers = new Map<string, (text: string) => string | Promise<string>>([
    ...(isIssued
      ? []
      : [
          [
            seal,
            async (text: string) => makeNextKey(await findAnnounced(seal, text), sealName, now),
          ] as const,
        ]),
    ...(document ? [[document, (text: string) => addDocumentKey(text, now)] as const] : []),
    [signing, async (text) => JSON.stringify(await addSigningKeys(parseSigningKeys(text), { isStolen }))],
  ])
  if (isStolen) {
    await writeDurably(markOf(signing), '')
    for (const file of [signing, ...makers.keys()]) await rm(nextOf(file), { force: true })
  }
  if (!(await isThere(nextOf(signing)))) {
    for (const [file, make] of makers)
      await writeDurably(nextOf(file), await make(await readFile(file, 'utf8')))
  }
  for (const file of makers.keys()) await putInPlace(file, file === seal)
  if (isStolen) await endStolen(signing)
  if (isIssued)
    console.log(
      `${seal} is unchanged, because an authority issued its certificate. To replace it, run "npm run seal-key -- request".`,
    )
}

/** Removes the private keys that killed runs left in temporary files. */
async function removeLeftKeys(configuration: Configuration): Promise<void> {
  const [signing, seal] = [nameSigningKeysFile(configuration), nameSealKeyFile(configuration)]
  for (const file of [signing, seal, join(dirname(seal), formerPrefix), nameDocumentKeyFile(configuration)])
    if (file) await removeUnfinished(dirname(file), { prefix: basename(file), afterMs: 0 })
}

/**
 * The seal key that has to sign the next one: `text`, which is in place, or its predecessor if no process has announced
 * `text` yet. The server accepts only a successor of the key that it announced last (KEYS-4).
 */
async function findAnnounced(seal: string, text: string): Promise<string> {
  const { succession } = parseSealKey(text)
  const former = succession && formerOf(seal, succession.predecessorSha256)
  // Operators destroy the former key after the server has announced its successor.
  if (!former || !(await isThere(former))) return text
  const inForce = await withDatabase(findCertificateInForce)
  return inForce?.sha256 === succession.predecessorSha256 ? readFile(former, 'utf8') : text
}

/** Unlike `existsSync`, it fails for a folder that can't be searched: that must not look like a finished rotation. */
const isThere = async (file: string) => (await stat(file).catch(ignoreMissing)) !== null

async function putInPlace(file: string, isSeal: boolean): Promise<void> {
  if (!(await isThere(nextOf(file)))) return
  if (isSeal) {
    const former = await readFile(file, 'utf8')
    const { certificateSha256 } = parseSealKey(former)
    const { succession } = parseSealKey(await readFile(nextOf(file), 'utf8'))
    if (succession?.predecessorSha256 === certificateSha256)
      await writeDurably(formerOf(file, certificateSha256), former)
  }
  await rename(nextOf(file), file)
  await syncPath(dirname(file))
  console.log(`${file} has a new key.`)
}

/** Removes the mark of stolen keys. Fails, and leaves it, if a former key still verifies tokens or links. */
async function endStolen(signing: string): Promise<void> {
  if (hasFormerKeys(parseSigningKeys(await readFile(signing, 'utf8'))))
    throw new StartupError(`${signing} still has former keys. Run "npm run rotate-keys -- --stolen" again.`)
  await rm(markOf(signing))
  await syncPath(dirname(signing))
}

/** Encrypts data under former document keys with the new one, and removes the former keys from the file. */
async function finish(configuration: Configuration, keyFile: string): Promise<void> {
  const counts = { documents: 0, records: 0, rows: 0, again: 0 }
  const printProgress = () =>
    console.log(
      `Checked ${counts.documents} photos and IDs, ${counts.records} files of records and ${counts.rows} rows. ` +
        `Encrypted ${counts.again} of them again.`,
    )
  const left = await withStorage(configuration, (storage, _, encryption) =>
    withDatabase(async (database) => {
      const assertAllRestarted = async () => {
        if ((await isMarkOfFormerKey(storage)) || (await isOtherKeyInUse(database, encryption.keyName)))
          throw new StartupError(
            'Restart every process of the server first: one of them may still encrypt with the former document key. Then run this command again.',
          )
      }
      await assertAllRestarted()
      const parts = await resealEverything({ database, encryption, storage }, (what, wasResealed) => {
        counts[what] += 1
        counts.again += Number(wasResealed)
        if ((counts.documents + counts.records + counts.rows) % 1000 === 0) printProgress()
      })
      // A process with the former key alone may have been cut off from the database before.
      await assertAllRestarted()
      return parts
    }),
  )
  printProgress()
  if (left > 0)
    throw new StartupError(
      `${left} parts of copies of personal data still need the former document key. Run this command again when the copies have expired.`,
    )
  await writeDurably(keyFile, dropFormerDocumentKeys(await readFile(keyFile, 'utf8')))
  console.log(
    `The former document key was removed from ${keyFile}. Restart the server and destroy every other copy of that key, ` +
      'except copies that you need for older backups.',
  )
}

const again = '"npm run rotate-keys -- --finish"'

async function rotate(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { stolen: flag, finish: flag } })
  if (values.stolen && values.finish)
    throw new StartupError('Run the command with --stolen, restart the server, then run it with --finish.')
  const configuration = readConfiguration()
  const keyFile = nameDocumentKeyFile(configuration)
  const key = await readDocumentKey(configuration, { isNeeded: () => true })
  const hasFormer = 'former' in key && (key.former ?? []).length > 0
  await removeLeftKeys(configuration)
  const signing = nameSigningKeysFile(configuration)
  const wasStolen = await isThere(markOf(signing))
  const isInterrupted = wasStolen || (await isThere(nextOf(signing)))
  if (values.finish) {
    if (isInterrupted)
      throw new StartupError('Some new keys are not in place yet. Run "npm run rotate-keys" again.')
    if (keyFile && hasFormer) return finish(configuration, keyFile)
    return console.log('There is no former document key, so there is nothing to do.')
  }
  if (hasFormer && !isInterrupted && !values.stolen)
    throw new StartupError(
      `The previous rotation is not finished. Restart every process of the server if you have not done so, then run ${again}.`,
    )
  await makeKeys(configuration, values.stolen || wasStolen)
  console.log(
    keyFile
      ? `Restart every process of the server with these files. Then run ${again} to encrypt the stored data with the new key.`
      : 'Restart every process of the server with these files. The key service holds and rotates the document key.',
  )
}

await runCommand(() =>
  rotate().catch((error: NodeJS.ErrnoException) => {
    const { code = '' } = error
    if (error instanceof FileUnreadable)
      throw new StartupError(
        'A stored file can\'t be decrypted with any of the keys. The keys were kept. Run "npm run restore:check" to find the file.',
      )
    if (['EACCES', 'EROFS', 'ENOENT'].includes(code))
      throw new StartupError(
        `The key files can't be read and written (${code}). Copy them to a folder that this user can write to, set their variables to the copies, run this command again, and move the new files to the server's folder.`,
      )
    throw error
  }),
)
