import type { PersonalDocument } from '../../contract/personal-data.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueErasures } from './destroy-documents.ts'
import { type DocumentOwner, type DocumentRow, isOwnedBy } from './store.ts'

type Parts = Pick<Platform, 'clock' | 'jobs'>

/**
 * Destroys every file that the creator uploaded for the given verifications, and appends the number of destroyed files
 * to each trail. The files of the records in `held` are withheld instead.
 */
export const destroyCreatorsFiles = makeDestroyer(withholdCreatorsFiles, markCreatorsFilesDestroyed)

/** The same for every file uploaded by the third parties of the given verifications. */
export const destroyThirdPartyFiles = makeDestroyer(withholdThirdPartyFiles, markThirdPartyFilesDestroyed)

/** Withholds one party's files of the records in `held`, and destroys that party's files of the others. */
function makeDestroyer(
  withhold: typeof withholdCreatorsFiles,
  markDestroyed: typeof markCreatorsFilesDestroyed,
) {
  return async (
    platform: Parts,
    tx: Transaction,
    verificationIds: readonly string[],
    held: readonly string[],
  ): Promise<void> => {
    const at = platform.clock.now()
    await noteEach(tx, at, 'files_withheld', await withhold(tx, held, at))
    await eraseMarked(platform, tx, await markDestroyed(tx, verificationIds, at))
  }
}

/** Destroys at most `limit` of a creator's own files, for every purpose; returns how many. */
export async function destroyOwnFiles(
  platform: Parts,
  tx: Transaction,
  userId: string,
  limit: number,
): Promise<number> {
  const given = await markOwnFilesDestroyed(tx, userId, platform.clock.now(), limit)
  await eraseMarked(platform, tx, given)
  return given.length
}

async function eraseMarked(platform: Parts, tx: Transaction, given: readonly MarkedFile[]): Promise<void> {
  await enqueueErasures(
    platform,
    tx,
    given.map(({ id }) => id),
  )
  await noteEach(tx, platform.clock.now(), 'files_destroyed', given)
}

/** Appends to the trail of each verification how many of its files were destroyed or withheld. */
async function noteEach(
  tx: Transaction,
  at: Date,
  event: 'files_destroyed' | 'files_withheld',
  given: readonly MarkedFile[],
): Promise<void> {
  const named = given.filter(({ verificationId }) => verificationId !== null)
  for (const [verificationId, files] of Map.groupBy(named, ({ verificationId }) => verificationId)) {
    if (!verificationId) continue
    const detail = { files: files.length }
    await appendAuditEvent(tx, { verificationId, event, actor: 'system', at, detail })
  }
}

/** Removes a creator's destroyed files that no verification names, and deletes their rows. */
export async function removeUnnamedFiles(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  userId: string,
): Promise<void> {
  for (const { id, ...address } of await listUnnamedFiles(database, userId)) {
    await storage.remove(address)
    await deleteDocument(database, id)
  }
}

/** A file that a person uploaded, with its address. */
export type OwnFile = Omit<PersonalDocument, 'file'> &
  Pick<DocumentRow, 'id' | 'bucket' | 'path' | 'contentType' | 'withheldAt'> & { storedAt: Date | null }

/** Everything that a person uploaded, including deleted files, oldest first. */
export function listFiles(q: Queryable, owner: DocumentOwner): Promise<OwnFile[]> {
  return q.rows<OwnFile>(sql`
    SELECT d.id, d.bucket, d.path, d.content_type, d.category, d.created_at AS uploaded_at, d.stored_at,
      d.attached_at AS used_at, d.destroyed_at, d.withheld_at, d.stored_sha256 AS sha256
    FROM documents d WHERE ${isOwnedBy(owner, sql`d`)} ORDER BY d.created_at, d.category, d.id`)
}

/** Whether a verification names a creator's document, as an SQL condition. */
const isNamed = sql`EXISTS (SELECT FROM verifications v WHERE d.id IN (v.selfie_document_id, v.id_document_id))`

type MarkedFile = { id: string; verificationId: string | null }

/** The verification that a creator uploaded a document for. */
const verificationOf = sql`(SELECT v.id FROM verifications v WHERE d.id IN (v.selfie_document_id, v.id_document_id))`

const destroyedColumn = sql`destroyed_at`
const withheldColumn = sql`withheld_at`

/**
 * Marks the selected documents (alias `d`), except destroyed ones and those kept only for a legal hold; returns the
 * marked ones.
 */
function mark(
  tx: Transaction,
  as: Sql,
  { at, which, verificationId }: { at: Date; which: Sql; verificationId: Sql },
): Promise<MarkedFile[]> {
  return tx.rows(sql`
    UPDATE documents AS d SET ${as} = ${at} WHERE d.destroyed_at IS NULL AND d.withheld_at IS NULL AND ${which}
    RETURNING d.id, ${verificationId} AS verification_id`)
}

/**
 * Destroys at most `limit` of a creator's own files, except those kept for a legal hold; returns them, each with its
 * verification.
 */
function markOwnFilesDestroyed(
  tx: Transaction,
  userId: string,
  at: Date,
  limit: number,
): Promise<MarkedFile[]> {
  const which = sql`d.id = ANY(ARRAY(
    SELECT id FROM documents WHERE user_id = ${userId} AND destroyed_at IS NULL AND withheld_at IS NULL
    ORDER BY id LIMIT ${limit}))`
  return mark(tx, destroyedColumn, { at, which, verificationId: verificationOf })
}

/** The documents that a creator uploaded for the given verifications. */
function matchCreatorsFiles(verificationIds: readonly string[], at: Date) {
  const which = sql`d.id = ANY(ARRAY(
    SELECT unnest(ARRAY[selfie_document_id, id_document_id]) FROM verifications WHERE id = ANY(${verificationIds}::uuid[])))`
  return { at, which, verificationId: verificationOf }
}

/** Marks a creator's files of held records as kept only for the hold; returns the newly marked ones. */
function withholdCreatorsFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<MarkedFile[]> {
  return mark(tx, withheldColumn, matchCreatorsFiles(verificationIds, at))
}

/** Destroys what the creator uploaded for the given verifications, except files kept for a legal hold. */
function markCreatorsFilesDestroyed(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<MarkedFile[]> {
  return mark(tx, destroyedColumn, matchCreatorsFiles(verificationIds, at))
}

/** The documents uploaded by the third parties of the given verifications. */
function matchThirdPartysFiles(verificationIds: readonly string[], at: Date) {
  const which = sql`d.verification_id = ANY(${verificationIds}::uuid[])`
  return { at, which, verificationId: sql`d.verification_id` }
}

/** Marks the third parties' files of held records as kept only for the hold; returns the newly marked ones. */
function withholdThirdPartyFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<MarkedFile[]> {
  return mark(tx, withheldColumn, matchThirdPartysFiles(verificationIds, at))
}

/** Destroys what the third parties uploaded for the given verifications, except files kept for a legal hold. */
function markThirdPartyFilesDestroyed(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<MarkedFile[]> {
  return mark(tx, destroyedColumn, matchThirdPartysFiles(verificationIds, at))
}

/** A creator's destroyed documents that no record names and whose file may still exist. */
function listUnnamedFiles(
  q: Queryable,
  userId: string,
): Promise<Pick<DocumentRow, 'id' | 'bucket' | 'path'>[]> {
  return q.rows(sql`
    SELECT d.id, d.bucket, d.path FROM documents d
    WHERE d.user_id = ${userId} AND d.destroyed_at IS NOT NULL AND NOT ${isNamed}`)
}

/** Deletes the row of a document whose file was removed. */
async function deleteDocument(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM documents WHERE id = ${id} AND destroyed_at IS NOT NULL`)
}
