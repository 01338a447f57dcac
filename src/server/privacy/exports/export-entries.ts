import type { Party } from '../../../domain/record/record.ts'
import { findAddress } from '../../accounts/index.ts'
import { listFiles, type OwnFile } from '../../documents/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileAddress } from '../../platform/storage/index.ts'
import type { ZipEntry } from '../../platform/zip/index.ts'
import { listNamingAccount, listVerificationIds } from '../../verifications/index.ts'
import { gatherAccount } from './gather-account.ts'
import { type GatheredVerification, gatherVerification } from './gather-verification.ts'
import { nameFileOfUpload } from './own-uploads.ts'
import { publishedSchema } from './published-schema.ts'

type Parts = Pick<Platform, 'clock' | 'encryption' | 'database' | 'storage'>

/** The verifications of an account: those that it made, and those to its address, once that was proven. */
export async function listOwnParts(
  { database }: Parts,
  userId: string,
): Promise<{ id: string; role: Party }[]> {
  const made = await listVerificationIds(database, userId)
  const own = await findAddress(database, userId)
  const received = own?.standsAt ? await listNamingAccount(database, own.email) : []
  return [
    ...made.map((id) => ({ id, role: 'creator' as const })),
    ...received.map((id) => ({ id, role: 'third_party' as const })),
  ]
}

/**
 * The files of a copy, one after the other: what the tables hold, then verification by verification with its pictures and sealed files, then
 * uploads that no verification relies on. One is in memory at a time.
 *
 * @param onDone is told before each verification how many are done
 */
export async function* listExportEntries(
  platform: Parts,
  userId: string,
  parts: readonly { id: string; role: Party }[],
  onDone: (done: number) => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const at = platform.clock.now()
  const makeTextEntry = (name: string, bytes: Uint8Array): ZipEntry => ({ name, bytes, at, compress: true })
  const account = await gatherAccount(platform, userId)
  if (!account) return
  yield makeTextEntry('schema.json', Buffer.from(JSON.stringify(publishedSchema, null, 2)))
  yield makeTextEntry('account.json', account)
  const given = new Set<string>()
  for (const [index, { id, role }] of parts.entries()) {
    await onDone(index)
    const gathered = await gatherVerification(platform, id, role)
    if (!gathered) continue
    yield makeTextEntry(`${gathered.folder}/verification.json`, gathered.json)
    for (const upload of gathered.uploads) given.add(upload.id)
    yield* listFilesOfVerification(platform, gathered, at)
  }
  const unused = (await listFiles(platform.database, { userId })).filter(({ id }) => !given.has(id))
  for (const upload of unused)
    yield* readStoredFile(platform, upload, nameFileOfUpload(upload, 'uploads'), at)
  await onDone(parts.length)
}

async function* listFilesOfVerification(
  platform: Parts,
  { folder, uploads, sealed }: GatheredVerification,
  at: Date,
): AsyncGenerator<ZipEntry> {
  for (const upload of uploads) yield* readStoredFile(platform, upload, nameFileOfUpload(upload, folder), at)
  for (const { name, address } of sealed) yield* readStoredFile(platform, address, `${folder}/${name}`, at)
}

/** Nothing for a file that was destroyed meanwhile. */
async function* readStoredFile(
  { storage }: Parts,
  { bucket, path }: OwnFile | FileAddress,
  name: string | null,
  at: Date,
): AsyncGenerator<ZipEntry> {
  const bytes = name && (await storage.get({ bucket, path }))
  if (name && bytes) yield { name, bytes, at, compress: false }
}
