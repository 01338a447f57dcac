import { type DocumentCategory, extensionOf } from '../../../domain/document.ts'
import type { Party } from '../../../domain/record/record.ts'
import { toReference } from '../../../domain/verification/verification.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import type { DocumentRow } from '../../documents/index.ts'
import type { Database, Transaction } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { lockVerification, type VerificationRow } from '../../verifications/index.ts'
import { isHeld, listDocuments, listHolds, listHoldsInForce } from './store.ts'

type Parts = { clock: { now(): Date }; database: Database; storage: Pick<Storage, 'get'> }

/**
 * The files, including the list that describes them, and the names (without extension) of files that should be in the
 * storage but are missing.
 */
export type Taken = { files: { name: string; bytes: Uint8Array }[]; missing: string[] }

/** A file, and the fingerprint that the record was sealed with. */
type Kept = { name: string; bytes: Uint8Array } & Pick<DocumentRow, 'sha256'>

/** Why nothing was taken. The trail is unchanged. */
export type NotTaken = { refused: 'no_hold' | 'ambiguous' | 'no_files' }

const partyNames: Record<Party, string> = { creator: 'creator', third_party: 'third-party' }
const categoryNames: Record<DocumentCategory, string> = { selfie: 'photo', id: 'id' }

/**
 * Reads the photos and IDs of a record that a legal hold keeps, for a court or an authority that asked the operator for
 * them. The trail records that they were taken, with the SHA-256 of the list, after `write` has stored every file in a
 * private place and before the caller hands any over. If `write` rejects, so does this, and the trail is unchanged.
 * @param code the reference of the record, or its id
 */
export function takeHeldFiles(
  { clock, database, storage }: Parts,
  { code, reason }: { code: string; reason: string },
  write: (files: Taken['files']) => Promise<void>,
): Promise<Taken | NotTaken> {
  return database.transaction(async (tx) => {
    const [id, another] = await listHoldsInForce(tx, code, clock.now())
    if (!id) return { refused: 'no_hold' }
    if (another) return { refused: 'ambiguous' }
    const row = await lockVerification(tx, id)
    if (!row || !(await isHeld({ clock }, tx, id))) return { refused: 'no_hold' }
    const { kept, missing } = await readFiles(storage, tx, row)
    if (kept.length === 0) return { refused: 'no_files' }
    const at = clock.now()
    const list = await writeList(tx, id, { at, reason, kept, missing })
    const files = [
      ...kept.map(({ name, bytes }) => ({ name, bytes })),
      { name: 'held-files.json', bytes: list },
    ]
    await write(files)
    await appendAuditEvent(tx, {
      verificationId: id,
      event: 'held_files_taken',
      actor: 'system',
      at,
      detail: { files: kept.length, listSha256: hashHex(list) },
    })
    return { files, missing }
  })
}

async function readFiles(
  storage: Parts['storage'],
  tx: Transaction,
  row: VerificationRow,
): Promise<{ kept: Kept[]; missing: string[] }> {
  const kept: Kept[] = []
  const missing: string[] = []
  for (const document of await listDocuments(tx, row)) {
    const bytes = document.destroyedAt ? null : await storage.get(document)
    const isCreators = [row.selfieDocumentId, row.idDocumentId].includes(document.id)
    const owner = partyNames[isCreators ? 'creator' : 'third_party']
    const name = `${owner}-${categoryNames[document.category]}`
    if (!bytes) {
      missing.push(name)
      continue
    }
    kept.push({ name: `${name}.${extensionOf[document.contentType]}`, bytes, sha256: document.sha256 })
  }
  return { kept, missing }
}

async function writeList(
  tx: Transaction,
  id: string,
  { at, reason, kept, missing }: { at: Date; reason: string; kept: readonly Kept[]; missing: string[] },
): Promise<Uint8Array> {
  const list = {
    record: id,
    reference: toReference(id),
    takenAt: at.toISOString(),
    takenFor: reason,
    holds: await listHolds(tx, id),
    files: kept.map(({ name, bytes, sha256 }) => ({ name, sha256: hashHex(bytes), sealedSha256: sha256 })),
    missing,
  }
  return Buffer.from(`${JSON.stringify(list, null, 2)}\n`)
}
