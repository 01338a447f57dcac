import { z } from 'zod'
import { type DocumentCategory, documentBuckets } from '../../domain/document.ts'
import { runInBatches, type Transaction } from '../platform/database/index.ts'
import { type Duty, defineJob, listWithoutJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  markAllDestroyed,
  markForgottenDestroyed,
  markOwnDestroyed,
  markReplacedDestroyed,
  markUnsubmittedDestroyed,
  markUnusedDestroyed,
  markUploadDestroyed,
  markWithheldDestroyed,
  noteErased,
  selectUnerased,
} from './destruction-store.ts'
import {
  type DocumentOwner,
  type Giver,
  isNamed,
  type LinkSet,
  type LinkSets,
  listDocumentsById,
} from './store.ts'

/** How long an upload is kept if it belongs to no draft, open link or verification. */
const forgottenAfterMs = 24 * 60 * 60 * 1000

type Parts = Pick<Platform, 'clock' | 'database' | 'jobs' | 'storage'>

/**
 * Destroys every file of a verification: unreadable once the transaction commits, erased by a job right after. Returns
 * their ids. The rows stay, with their fingerprints.
 */
export async function destroyDocumentsOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
): Promise<string[]> {
  return enqueueErasures(platform, tx, await markAllDestroyed(tx, verificationId, platform.clock.now()))
}

/** Like `destroyDocumentsOf`, for the files kept only for a legal hold. */
export async function destroyWithheldOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
): Promise<string[]> {
  return enqueueErasures(platform, tx, await markWithheldDestroyed(tx, verificationId, platform.clock.now()))
}

/** Like `destroyDocumentsOf`, for the unsubmitted uploads of a link, such as a photo that was retaken. */
export async function destroyUnsubmittedDocumentsOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  sets: LinkSets,
): Promise<string[]> {
  return enqueueErasures(platform, tx, await markUnsubmittedDestroyed(tx, sets, platform.clock.now()))
}

/** Like `destroyDocumentsOf`, for all uploads of an owner that no verification uses. */
export async function destroyUnusedOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  owner: DocumentOwner,
): Promise<string[]> {
  return enqueueErasures(platform, tx, await markUnusedDestroyed(tx, owner, platform.clock.now()))
}

/**
 * Like `destroyDocumentsOf`, for one file replaced by another, if it belongs to that owner and no verification uses it.
 * Returns its id, or an empty list.
 */
export async function destroyReplaced(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  replaced: { id: string; owner: Giver; category: DocumentCategory },
): Promise<string[]> {
  return enqueueErasures(platform, tx, await markReplacedDestroyed(tx, replaced, platform.clock.now()))
}

/** Like `destroyDocumentsOf`, for files that an account uploaded and no verification uses. Returns their ids. */
export async function destroyOwn(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  userId: string,
  ids: string[],
): Promise<string[]> {
  return enqueueErasures(platform, tx, await markOwnDestroyed(tx, userId, ids, platform.clock.now()))
}

/**
 * Like `destroyDocumentsOf`, for a file that was uploaded in a set of an open link, and the files it had replaced.
 * Returns their ids.
 */
export async function destroyUpload(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  upload: { id: string; set: LinkSet },
): Promise<string[]> {
  return enqueueErasures(platform, tx, await markUploadDestroyed(tx, upload, platform.clock.now()))
}

/**
 * Removes the file of a destroyed document. If the store never confirmed the file, removes it again a day later, when
 * no write can still be in flight.
 */
export const eraseJob = defineJob(
  'erase-document',
  z.object({ documentId: z.guid() }),
  async ({ clock, database, jobs, storage }: Parts, { documentId }) => {
    const [document] = await listDocumentsById(database, [documentId])
    if (!document?.destroyedAt) return
    const { bucket, path } = document
    await storage.remove(document)
    await database.transaction(async (tx) => {
      if (!document.storedAt)
        await jobs.enqueue(
          tx,
          eraseLateJob,
          { bucket, path },
          { runAt: new Date(clock.now().getTime() + lateForMs) },
        )
      await noteErased(tx, document.id, clock.now())
    })
  },
)

/** Longer than any store, or a proxy in front of it, delays a request. */
const lateForMs = 24 * 60 * 60 * 1000

/** Removes a file that was written after its row was deleted. */
export const eraseLateJob = defineJob(
  'erase-late-file',
  z.object({ bucket: z.enum(documentBuckets), path: z.string() }),
  async ({ database, storage }: Parts, address) => {
    if (!(await isNamed(database, address))) await storage.remove(address)
  },
)

/** Destroys uploads that are no longer needed (UPLOAD-21). */
export const sweepDocumentsJob = defineJob('sweep-documents', noPayload, (platform: Parts) => {
  const now = platform.clock.now()
  const before = new Date(now.getTime() - forgottenAfterMs)
  return runInBatches((limit) =>
    platform.database.transaction(
      async (tx) =>
        (await enqueueErasures(platform, tx, await markForgottenDestroyed(tx, before, now, limit))).length,
    ),
  )
})

/** Destroyed documents whose file still exists. */
export const erasuresDuty: Duty<Platform> = {
  kind: 'destruction',
  overdueAfterMs: 10 * 60_000,
  select: (_, before) => selectUnerased(before),
  async enqueueMissing(platform, tx, { before, limit }) {
    const ids = await listWithoutJob(tx, selectUnerased(before), nameEraseKey(''), limit)
    return (await enqueueErasures(platform, tx, ids)).length
  },
}

/** Enqueues the removal of the files of destroyed documents; returns the same ids. */
export async function enqueueErasures(
  platform: Pick<Platform, 'jobs'>,
  tx: Transaction,
  ids: string[],
): Promise<string[]> {
  const jobs = ids.map((documentId) => ({ payload: { documentId }, key: nameEraseKey(documentId) }))
  await platform.jobs.enqueueAll(tx, eraseJob, jobs)
  return ids
}

function nameEraseKey(documentId: string): string {
  return `${eraseJob.name} ${documentId}`
}
