import type { PersonalDocument } from '../../contract/personal-data.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueErasing } from './destroy-documents.ts'
import { type DocumentOwner, type DocumentRow, isOf } from './store.ts'

type Parts = Pick<Platform, 'clock' | 'jobs'>

/**
 * Gives up every file that the creator gave for some verifications, and says in each trail how many it lost. Those of
 * the records `held` are locked in place of that.
 */
export const destroyCreatorsFiles = destroyAll(withholdCreatorsFiles, giveUpCreatorsFiles)

/** The same for every file that was given as the third party of some verifications. */
export const destroyThirdPartyFiles = destroyAll(withholdThirdPartyFiles, giveUpThirdPartyFiles)

/** Locks what one party gave for the records `held`, and gives up what they gave for the others. */
function destroyAll(withhold: typeof withholdCreatorsFiles, giveUp: typeof giveUpCreatorsFiles) {
  return async (
    platform: Parts,
    tx: Transaction,
    verificationIds: readonly string[],
    held: readonly string[],
  ): Promise<void> => {
    const at = platform.clock.now()
    await sayEach(tx, at, 'files_withheld', await withhold(tx, held, at))
    await eraseGivenUp(platform, tx, await giveUp(tx, verificationIds, at))
  }
}

/** Gives up at most `limit` of a creator's own files, for every purpose; answers how many. */
export async function destroyOwnFiles(
  platform: Parts,
  tx: Transaction,
  userId: string,
  limit: number,
): Promise<number> {
  const given = await giveUpOwnFiles(tx, userId, platform.clock.now(), limit)
  await eraseGivenUp(platform, tx, given)
  return given.length
}

async function eraseGivenUp(platform: Parts, tx: Transaction, given: readonly GivenUp[]): Promise<void> {
  await enqueueErasing(
    platform,
    tx,
    given.map(({ id }) => id),
  )
  await sayEach(tx, platform.clock.now(), 'files_destroyed', given)
}

/** Says in the trail of each verification what became of how many of its files. */
async function sayEach(
  tx: Transaction,
  at: Date,
  event: 'files_destroyed' | 'files_withheld',
  given: readonly GivenUp[],
): Promise<void> {
  const named = given.filter(({ verificationId }) => verificationId !== null)
  for (const [verificationId, files] of Map.groupBy(named, ({ verificationId }) => verificationId)) {
    if (!verificationId) continue
    const detail = { files: files.length }
    await appendAuditEvent(tx, { verificationId, event, actor: 'system', at, detail })
  }
}

/** Removes the given-up files of a creator that no verification names, and forgets that they were there. */
export async function removeUnnamedFiles(
  { database, storage }: Pick<Platform, 'database' | 'storage'>,
  userId: string,
): Promise<void> {
  for (const { id, ...address } of await listUnnamedFiles(database, userId)) {
    await storage.remove(address)
    await deleteDocument(database, id)
  }
}

/** A file of a person's own, with where it lies. */
export type OwnFile = Omit<PersonalDocument, 'file'> &
  Pick<DocumentRow, 'id' | 'bucket' | 'path' | 'contentType' | 'withheldAt'> & { storedAt: Date | null }

/** Everything that a person uploaded, deleted files included, oldest first. */
export function listFiles(q: Queryable, owner: DocumentOwner): Promise<OwnFile[]> {
  return q.rows<OwnFile>(sql`
    SELECT d.id, d.bucket, d.path, d.content_type AS "contentType", d.category, d.created_at AS "uploadedAt",
      d.stored_at AS "storedAt", d.attached_at AS "usedAt", d.destroyed_at AS "destroyedAt", d.withheld_at AS "withheldAt",
      d.stored_sha256 AS "sha256"
    FROM documents d WHERE ${isOf(owner, sql`d`)} ORDER BY d.created_at, d.category, d.id`)
}

/** Whether a creator's document is named by a verification, as an SQL condition. */
const isNamed = sql`EXISTS (SELECT FROM verifications v WHERE d.id IN (v.selfie_document_id, v.id_document_id))`

type GivenUp = { id: string; verificationId: string | null }

/** For which verification its creator gave a document. */
const verificationOf = sql`(SELECT v.id FROM verifications v WHERE d.id IN (v.selfie_document_id, v.id_document_id))`

const givenUp = sql`destroyed_at`
const withheld = sql`withheld_at`

/** Marks some documents, called `d`, that are there in their own time, not for a legal hold alone; answers those. */
function mark(
  tx: Transaction,
  as: Sql,
  { at, which, verificationId }: { at: Date; which: Sql; verificationId: Sql },
): Promise<GivenUp[]> {
  return tx.rows(sql`
    UPDATE documents AS d SET ${as} = ${at} WHERE d.destroyed_at IS NULL AND d.withheld_at IS NULL AND ${which}
    RETURNING d.id, ${verificationId} AS "verificationId"`)
}

/**
 * Gives up at most `limit` files of a creator's own, but not what a legal hold keeps; answers what, and for which
 * verification.
 */
function giveUpOwnFiles(tx: Transaction, userId: string, at: Date, limit: number): Promise<GivenUp[]> {
  const which = sql`d.id = ANY(ARRAY(
    SELECT id FROM documents WHERE user_id = ${userId} AND destroyed_at IS NULL AND withheld_at IS NULL
    ORDER BY id LIMIT ${limit}))`
  return mark(tx, givenUp, { at, which, verificationId: verificationOf })
}

/** The documents that a creator gave for some verifications. */
function matchCreatorsFiles(verificationIds: readonly string[], at: Date) {
  const which = sql`d.id = ANY(ARRAY(
    SELECT unnest(ARRAY[selfie_document_id, id_document_id]) FROM verifications WHERE id = ANY(${verificationIds}::uuid[])))`
  return { at, which, verificationId: verificationOf }
}

/**
 * Marks a creator's own files, of records that are held, as there for that alone; answers those that were not so
 * before.
 */
function withholdCreatorsFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, withheld, matchCreatorsFiles(verificationIds, at))
}

/** Gives up what the creator gave for some verifications, but not what a legal hold keeps. */
function giveUpCreatorsFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, givenUp, matchCreatorsFiles(verificationIds, at))
}

/** The documents given by the third parties of some verifications. */
function matchThirdPartysFiles(verificationIds: readonly string[], at: Date) {
  const which = sql`d.verification_id = ANY(${verificationIds}::uuid[])`
  return { at, which, verificationId: sql`d.verification_id` }
}

/** The same for what was given as the third party of some verifications. */
function withholdThirdPartyFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, withheld, matchThirdPartysFiles(verificationIds, at))
}

/** Gives up what was given as the third party of some verifications, but not what a legal hold keeps. */
function giveUpThirdPartyFiles(
  tx: Transaction,
  verificationIds: readonly string[],
  at: Date,
): Promise<GivenUp[]> {
  return mark(tx, givenUp, matchThirdPartysFiles(verificationIds, at))
}

/** Given-up documents of a creator that no record names and whose file may still be there. */
function listUnnamedFiles(
  q: Queryable,
  userId: string,
): Promise<Pick<DocumentRow, 'id' | 'bucket' | 'path'>[]> {
  return q.rows(sql`
    SELECT d.id, d.bucket, d.path FROM documents d
    WHERE d.user_id = ${userId} AND d.destroyed_at IS NOT NULL AND NOT ${isNamed}`)
}

/** Forgets a document whose file was removed. */
async function deleteDocument(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM documents WHERE id = ${id} AND destroyed_at IS NOT NULL`)
}
