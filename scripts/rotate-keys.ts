// npm run rotate-keys [-- --stolen | --finish]: makes new keys for everything. After a restart `--finish` encrypts what
// is stored with the new document key and drops the former one. docs/operations.md says what to do when a key was
// stolen.
import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { productName } from '../src/domain/product.ts'
import { type Configuration, readConfiguration } from '../src/server/config.ts'
import { systemClock } from '../src/server/platform/clock/index.ts'
import { syncPath, writeDurably } from '../src/server/platform/files/index.ts'
import { isMarkOfFormerKey } from '../src/server/platform/installation/index.ts'
import { addSigningKeys } from '../src/server/platform/keys/index.ts'
import { makeNextKey, parseSealKey } from '../src/server/platform/pdf/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { FileUnreadable } from '../src/server/platform/storage/index.ts'
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

/** What waits to take the place of a file. */
const nextOf = (file: string) => `${file}.next`

/**
 * Makes every next key before the first takes its place. The last file is made and put in place last: while it waits,
 * all were made, and one that was killed is gone on with; before that, nothing has changed and all is made anew.
 */
async function makeKeys(configuration: Configuration, isStolen: boolean): Promise<void> {
  const [signing, seal] = [nameSigningKeysFile(configuration), nameSealKeyFile(configuration)]
  const document = nameDocumentKeyFile(configuration)
  const now = systemClock.now()
  const isIssued = parseSealKey(await readFile(seal, 'utf8')).certificates.length > 1
  const makers = new Map<string, (text: string) => string | Promise<string>>([
    ...(isIssued ? [] : [[seal, (text: string) => makeNextKey(text, sealName, now)] as const]),
    ...(document ? [[document, (text: string) => addDocumentKey(text, now)] as const] : []),
    [signing, async (text) => JSON.stringify(await addSigningKeys(parseSigningKeys(text), { isStolen }))],
  ])
  if (!existsSync(nextOf(signing))) {
    for (const [file, make] of makers)
      await writeDurably(nextOf(file), await make(await readFile(file, 'utf8')))
  }
  for (const file of makers.keys()) await putInPlace(file, file === seal)
  if (isIssued)
    console.log(
      `${seal} has a certificate of an authority and stays: "npm run seal-key -- request" begins the next one.`,
    )
}

async function putInPlace(file: string, isSeal: boolean): Promise<void> {
  if (!existsSync(nextOf(file))) return
  if (isSeal) {
    const former = await readFile(file, 'utf8')
    const name = `seal-key-former-${parseSealKey(former).certificateSha256.slice(0, 8)}.pem`
    await writeDurably(join(dirname(file), name), former)
  }
  await rename(nextOf(file), file)
  await syncPath(dirname(file))
  console.log(`${file} has a new key.`)
}

/** Encrypts what former document keys sealed, and drops these from their file. */
async function finish(configuration: Configuration, keyFile: string): Promise<void> {
  const counts = { documents: 0, records: 0, rows: 0, again: 0 }
  const say = () =>
    console.log(
      `Looked at ${counts.documents} photos and IDs, ${counts.records} files of records and ${counts.rows} rows; ` +
        `${counts.again} of them were encrypted again.`,
    )
  const left = await withStorage(configuration, (storage, _, encryption) =>
    withDatabase(async (database) => {
      if (await isMarkOfFormerKey(storage))
        throw new StartupError(
          'Restart every process of the server first, so that it has the new keys, and run the same again.',
        )
      return resealEverything({ database, encryption, storage }, (what, wasResealed) => {
        counts[what] += 1
        counts.again += Number(wasResealed)
        if ((counts.documents + counts.records + counts.rows) % 1000 === 0) say()
      })
    }),
  )
  say()
  if (left > 0)
    throw new StartupError(
      `${left} parts of copies of personal data still need the former document key. Run the same again when they have ended.`,
    )
  await writeDurably(keyFile, dropFormerDocumentKeys(await readFile(keyFile, 'utf8')))
  console.log(
    `The former document key is gone from ${keyFile}. Restart the server, and destroy every other copy of it, ` +
      'except for backups from before: they need it.',
  )
}

const again = '"npm run rotate-keys -- --finish"'

async function rotate(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { stolen: flag, finish: flag } })
  const configuration = readConfiguration()
  const keyFile = nameDocumentKeyFile(configuration)
  const key = await readDocumentKey(configuration, { isNeeded: () => true })
  const hasFormer = 'former' in key && (key.former ?? []).length > 0
  const isInterrupted = existsSync(nextOf(nameSigningKeysFile(configuration)))
  if (values.finish) {
    if (isInterrupted)
      throw new StartupError('New keys are not all in place: run "npm run rotate-keys" again.')
    if (keyFile && hasFormer) return finish(configuration, keyFile)
    return console.log('Nothing is left to do: there is no former document key.')
  }
  if (hasFormer && !isInterrupted)
    throw new StartupError(
      `The last change is not finished: restart every process of the server if it was not, and run ${again}.`,
    )
  await makeKeys(configuration, values.stolen)
  console.log(
    keyFile
      ? `Restart every process of the server with these files. Then run ${again}: it encrypts what is stored with the new key.`
      : 'Restart every process of the server with these files. The document key is in the key service, which changes it.',
  )
}

await runCommand(() =>
  rotate().catch((error: NodeJS.ErrnoException) => {
    const { code = '' } = error
    if (error instanceof FileUnreadable)
      throw new StartupError(
        'A stored file opens with none of the keys: "npm run restore:check" names it. The keys stay.',
      )
    if (['EACCES', 'EROFS', 'ENOENT'].includes(code))
      throw new StartupError(
        `The key files cannot be read and written (${code}): copy them to a folder that this user can write, name them by their variables, and put the new ones where the server has them.`,
      )
    throw error
  }),
)
