import {
  type Draft,
  type DraftContent,
  type DraftSave,
  draftContentSchema,
  type SavedDraft,
} from '../../contract/draft.ts'
import type { AccountFile } from '../../contract/personal-data.ts'
import { type DocumentCategory, signedUrlLife } from '../../domain/document.ts'
import {
  computeDraftEnd,
  draftLifeDays,
  type VerificationKind,
  verificationKinds,
} from '../../domain/verification/verification.ts'
import { unclaimedDraftsType } from '../accounts/index.ts'
import {
  hasUnusedDocument,
  listDocumentsById,
  presentDocument,
  removeOwnDocuments,
} from '../documents/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { type Queryable, runInBatches, sql, type Transaction } from '../platform/database/index.ts'
import type { ResealingEncryption } from '../platform/encryption/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { showOwnProof } from '../wallets/index.ts'

/**
 * Stores a draft with a new version, in one locked transaction. Refuses with `draft_changed` and changes nothing unless
 * the sender has the stored version, so that the later of two tabs is informed. The same request again, after a lost
 * answer, is accepted again. Files that are missing or belong to other accounts are left out; files that the draft no
 * longer uses are destroyed.
 */
export async function saveDraft(
  platform: Pick<Platform, 'clock' | 'database' | 'encryption' | 'jobs'>,
  owner: DraftOwner,
  { version, replaces, selfieDocumentId, idDocumentId, ...content }: DraftSave,
): Promise<SavedDraft | Refusal> {
  const sealed = await sealContent(platform, owner, content)
  return platform.database.transaction(async (tx) => {
    const savedAt = platform.clock.now()
    const known = await lockDraft(tx, owner)
    const isExpected = (known?.version ?? null) === replaces || known?.version === version
    const isOver = known !== null && computeDraftEnd(known.savedAt) <= savedAt
    if (!isExpected && !isOver) return refuse('draft_changed')
    const draft: DraftRow = {
      version,
      content: sealed,
      selfieDocumentId: await findUsable(tx, owner, selfieDocumentId, 'selfie'),
      idDocumentId: await findUsable(tx, owner, idDocumentId, 'id'),
      savedAt,
    }
    await writeDraft(tx, owner, draft)
    const kept = listFiles(draft)
    const left = known ? listFiles(known).filter((id) => !kept.includes(id)) : []
    await removeOwnDocuments(platform, tx, owner.userId, left)
    const expiresAt = computeDraftEnd(savedAt).toISOString()
    return { version, savedAt: savedAt.toISOString(), expiresAt }
  })
}

function listFiles({ selfieDocumentId, idDocumentId }: Pick<DraftRow, 'selfieDocumentId' | 'idDocumentId'>) {
  return [selfieDocumentId, idDocumentId].filter((id) => id !== null)
}

async function findUsable(
  tx: Transaction,
  { userId, kind }: DraftOwner,
  id: string | null,
  category: DocumentCategory,
): Promise<string | null> {
  if (id === null || kind === 'person') return null
  return (await hasUnusedDocument(tx, { id, owner: { userId }, category })) ? id : null
}

/** An account's draft of a kind, until it expires, with those of its files and the proof that are still unused. */
export async function showDraft(
  platform: Pick<Platform, 'clock' | 'database' | 'encryption' | 'signing'>,
  owner: DraftOwner,
): Promise<{ draft: Draft | null }> {
  const row = await findDraft(platform.database, owner)
  const expiresAt = row && computeDraftEnd(row.savedAt)
  if (!row || !expiresAt || expiresAt <= platform.clock.now()) return { draft: null }
  const content = await openContent(platform, owner, row.content)
  const documents = await listDocumentsById(platform.database, listFiles(row))
  const showFile = (id: string | null) => {
    const document = documents.find((one) => one.id === id && !one.attachedAt && !one.destroyedAt)
    return document ? presentDocument(platform, document, signedUrlLife.singleSeconds) : null
  }
  return {
    draft: {
      version: row.version,
      savedAt: row.savedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      ...content,
      walletProof: await showOwnProof(platform, { ...content.values, userId: owner.userId }),
      selfie: showFile(row.selfieDocumentId),
      id: showFile(row.idDocumentId),
    },
  }
}

/** Deletes a draft, if there is one, and destroys those of its files that no verification uses. */
export async function endDraft(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  owner: DraftOwner,
): Promise<void> {
  const draft = await lockDraft(tx, owner)
  if (!draft) return
  await deleteDraft(tx, owner)
  await removeOwnDocuments(platform, tx, owner.userId, listFiles(draft))
}

/** Small, because each draft destroys its files one after another. */
const batch = 5

export const forgetDraftsJob = defineJob(
  'forget-drafts',
  noPayload,
  async (platform: Pick<Platform, 'clock' | 'database' | 'jobs'>) => {
    const before = new Date(platform.clock.now().getTime() - draftLifeDays * 24 * 60 * 60 * 1000)
    const forget = (limit: number) =>
      platform.database.transaction(async (tx) => {
        const ended = await deleteDraftsBefore(tx, before, limit)
        for (const draft of ended) await removeOwnDocuments(platform, tx, draft.userId, listFiles(draft))
        return ended.length
      })
    await runInBatches(forget, batch)
  },
)

/** Destroys the drafts of a registration that can no longer be signed in to. */
export const destroyUnclaimedDraftsJob = defineJob(
  unclaimedDraftsType.name,
  unclaimedDraftsType.schema,
  async (platform: Platform, { userId }) => {
    for (const kind of verificationKinds) {
      await platform.database.transaction((tx) => endDraft(platform, tx, { userId, kind }))
    }
  },
)

type Parts = Pick<Platform, 'encryption'>

/** The content in its stored form: encrypted with the document key, and bound to the account's row. */
async function sealContent(parts: Parts, owner: DraftOwner, content: DraftContent): Promise<Buffer> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  return Buffer.from(await parts.encryption.seal(bytes, nameContext(owner)))
}

/** The decrypted content. Throws if the row was altered or the key differs. */
async function openContent(parts: Parts, owner: DraftOwner, sealed: Buffer): Promise<DraftContent> {
  const bytes = await parts.encryption.open(sealed, nameContext(owner))
  return draftContentSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

function nameContext({ userId, kind }: DraftOwner) {
  return { purpose: 'draft', owner: userId, kind }
}

/** Encrypts each draft that a former key sealed again. A draft that is saved in between already uses the new key. */
export async function* resealDrafts(q: Queryable, encryption: ResealingEncryption): AsyncGenerator<boolean> {
  const owners = await q.rows<DraftOwner>(sql`SELECT user_id, kind FROM drafts`)
  for (const owner of owners) {
    const draft = await findDraft(q, owner)
    const resealed = draft && (await encryption.reseal(draft.content, nameContext(owner)))
    if (resealed)
      await q.run(sql`
        UPDATE drafts SET content = ${Buffer.from(resealed)}
        WHERE user_id = ${owner.userId} AND kind = ${owner.kind} AND version = ${draft.version}`)
    yield resealed !== null
  }
}

/** A person's unfinished drafts, for the copy of their data. Their files are among the uploads. */
export async function gatherDrafts(
  platform: Pick<Platform, 'database' | 'encryption'>,
  userId: string,
): Promise<AccountFile['drafts']> {
  const drafts: AccountFile['drafts'] = []
  for (const kind of verificationKinds) {
    const row = await findDraft(platform.database, { userId, kind })
    if (!row) continue
    const { values } = await openContent(platform, { userId, kind }, row.content)
    drafts.push({ kind, savedAt: row.savedAt, values })
  }
  return drafts
}

type DraftRow = {
  version: string
  content: Buffer
  selfieDocumentId: string | null
  idDocumentId: string | null
  savedAt: Date
}

export type DraftOwner = { userId: string; kind: VerificationKind }

const columns = sql`version, content, selfie_document_id, id_document_id, saved_at`

function findDraft(q: Queryable, { userId, kind }: DraftOwner): Promise<DraftRow | null> {
  return q.row<DraftRow>(sql`SELECT ${columns} FROM drafts WHERE user_id = ${userId} AND kind = ${kind}`)
}

/**
 * Like `findDraft`, and makes other writers (save, delete, use) wait until the transaction ends, even if there is no
 * draft yet.
 */
export async function lockDraft(tx: Transaction, { userId, kind }: DraftOwner): Promise<DraftRow | null> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`draft ${kind} ${userId}`}, 0))`)
  return tx.row<DraftRow>(
    sql`SELECT ${columns} FROM drafts WHERE user_id = ${userId} AND kind = ${kind} FOR UPDATE`,
  )
}

async function writeDraft(tx: Transaction, { userId, kind }: DraftOwner, draft: DraftRow): Promise<void> {
  await tx.run(sql`
    INSERT INTO drafts (user_id, kind, version, content, selfie_document_id, id_document_id, saved_at)
    VALUES (${userId}, ${kind}, ${draft.version}, ${draft.content}, ${draft.selfieDocumentId}, ${draft.idDocumentId},
      ${draft.savedAt})
    ON CONFLICT (user_id, kind) DO UPDATE SET version = excluded.version, content = excluded.content,
      selfie_document_id = excluded.selfie_document_id, id_document_id = excluded.id_document_id,
      saved_at = excluded.saved_at`)
}

async function deleteDraft(tx: Transaction, { userId, kind }: DraftOwner): Promise<void> {
  await tx.run(sql`DELETE FROM drafts WHERE user_id = ${userId} AND kind = ${kind}`)
}

/** Deletes at most `limit` drafts that were last saved before a given time. Returns their owners and files. */
function deleteDraftsBefore(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<(Pick<DraftRow, 'selfieDocumentId' | 'idDocumentId'> & { userId: string })[]> {
  return tx.rows(sql`
    DELETE FROM drafts WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM drafts WHERE saved_at < ${before} ORDER BY saved_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING user_id, selfie_document_id, id_document_id`)
}

export async function deleteDraftsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM drafts WHERE user_id = ${userId}`)
}
