import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extensionOf } from '../../../domain/document/document.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import type { DocumentRow } from '../../documents/index.ts'
import { isRefusal } from '../../http/refusal.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { DetachedJws } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ZipEntry } from '../../platform/zip/index.ts'
import { findNewestCopy } from '../archive/store.ts'
import type { HoldRow } from '../holds/store.ts'
import { listCertificates } from '../seal-keys/list-certificates.ts'
import type { SealedRow } from '../store.ts'
import { writeProofFile } from '../transparency/proof-file.ts'
import type { PackFile } from './pack-words.ts'
import { readMe } from './read-me.ts'

export type PackContent = {
  record: SealedRow
  withdrawal: SealedRow | null
  documents: readonly DocumentRow[]
  isWithdrawn: boolean
  holds: readonly HoldRow[]
  at: Date
}

const checker = new URL('../../../../scripts/check-record.mjs', import.meta.url)
const photoOrId = { selfie: 'your-photo', id: 'your-id' } as const

/**
 * The files of an evidence pack, one in memory at a time; last the page that explains them, which names what the pack really has: a photo may be
 * destroyed while it is made.
 */
export async function* listPackEntries(platform: Platform, content: PackContent): AsyncGenerator<ZipEntry> {
  const { record, withdrawal, documents, isWithdrawn, holds, at } = content
  const names: PackFile[] = []
  const named = new Set<PackFile>()
  const makeEntry = (name: PackFile, bytes: Uint8Array, compress = true): ZipEntry => {
    names.push(name)
    return { name, bytes, at, compress }
  }
  const twin = await readSealedFile(platform, record, 'json')
  const { facts, signature } = JSON.parse(Buffer.from(twin).toString('utf8')) as {
    facts: RecordFacts
    signature: DetachedJws
  }
  yield makeEntry('record.pdf', await readSealedFile(platform, record, 'pdf'), false)
  yield makeEntry('record.json', twin)
  const archived = await findArchivedFile(platform, record)
  if (archived) yield makeEntry('record-archived.pdf', archived, false)
  yield makeEntry('record.tlog-proof', await buildProof(platform, record))
  let ending: WithdrawalFacts | null = null
  if (withdrawal) {
    const json = await readSealedFile(platform, withdrawal, 'json')
    ending = JSON.parse(Buffer.from(json).toString('utf8')).facts as WithdrawalFacts
    yield makeEntry('withdrawal.pdf', await readSealedFile(platform, withdrawal, 'pdf'), false)
    yield makeEntry('withdrawal.json', json)
    const ended = await findArchivedFile(platform, withdrawal)
    if (ended) yield makeEntry('withdrawal-archived.pdf', ended, false)
    yield makeEntry('withdrawal.tlog-proof', await buildProof(platform, withdrawal))
  }
  const certificates = selectCertificates(signature, platform.sealer.certificatePem)
  yield makeEntry('seal-certificate.pem', Buffer.from(certificates.join('')))
  yield makeEntry('certificates.json', Buffer.from(JSON.stringify(await listCertificates(platform), null, 2)))
  yield makeEntry('check-record.mjs', await readFile(checker))
  for (const document of documents) {
    const bytes = await platform.storage.get(document)
    const name = `${photoOrId[document.category]}.${extensionOf[document.contentType]}` as const
    if (!bytes) continue
    if (hashHex(bytes) === document.sha256) named.add(name)
    yield makeEntry(name, bytes, false)
  }
  const { publicUrl } = platform.settings
  yield {
    name: 'READ-ME-FIRST.html',
    bytes: Buffer.from(
      readMe({
        facts,
        record,
        ending,
        isWithdrawn,
        holds,
        names,
        named,
        certificates,
        publicUrl,
        at,
      }),
    ),
    at,
    compress: true,
  }
}

async function readSealedFile(
  { storage }: Platform,
  { path }: SealedRow,
  format: 'pdf' | 'json',
): Promise<Uint8Array> {
  const bytes = await storage.get({ bucket: 'records', path: `${path}.${format}` })
  if (!bytes) throw new Error('a sealed document is gone from the storage')
  return bytes
}

/** The newest archived copy of a sealed document; null while there is none. */
async function findArchivedFile({ database, storage }: Platform, row: SealedRow): Promise<Uint8Array | null> {
  const copy = await findNewestCopy(database, row)
  return copy && storage.get({ bucket: 'records', path: `${copy.path}.pdf` })
}

async function buildProof(platform: Platform, { pdfSha256 }: SealedRow): Promise<Uint8Array> {
  const proof = await writeProofFile(platform, pdfSha256)
  if (isRefusal(proof)) throw new Error('a sealed document is not in the log')
  return Buffer.from(proof)
}

/** The certificate that sealed the record, and today's, which vouches for the key of the log, if that is another; PEM. */
function selectCertificates(signature: DetachedJws, today: string): string[] {
  const { x5c } = JSON.parse(Buffer.from(signature.protected, 'base64url').toString('utf8')) as {
    x5c: [string]
  }
  const sealed = new X509Certificate(Buffer.from(x5c[0], 'base64'))
  const current = new X509Certificate(today)
  return [...new Set([sealed.toString(), current.toString()])]
}
