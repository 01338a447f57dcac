import { z } from 'zod'
import { type DocumentCategory, documentBuckets } from '../../domain/document.ts'
import { type Transaction, workInBatches } from '../platform/database/index.ts'
import { type Duty, defineJob, listWithoutJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  giveUpAllOf,
  giveUpForgotten,
  giveUpOwn,
  giveUpReplaced,
  giveUpUnsubmitted,
  giveUpUnused,
  giveUpUpload,
  giveUpWithheldOf,
  noteErased,
  selectUnerased,
} from './giving-up-store.ts'
import { type DocumentOwner, isNamed, listDocumentsById } from './store.ts'

/** How long an upload is kept that no draft and no open link has, and no verification relies on. */
const forgottenAfterMs = 24 * 60 * 60 * 1000

type Parts = Pick<Platform, 'clock' | 'database' | 'jobs' | 'storage'>

/**
 * Gives up every file of a verification: unreadable once the transaction commits, erased by a job right after. Answers
 * their ids. The rows stay, with their fingerprints.
 */
export async function destroyDocumentsOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
): Promise<string[]> {
  return enqueueErasing(platform, tx, await giveUpAllOf(tx, verificationId, platform.clock.now()))
}

/** The same for those that were there for a legal hold alone. */
export async function destroyWithheldOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
): Promise<string[]> {
  return enqueueErasing(platform, tx, await giveUpWithheldOf(tx, verificationId, platform.clock.now()))
}

/** The same for the third party's unsubmitted uploads, such as a photo taken again. */
export async function destroyUnsubmittedDocumentsOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationId: string,
): Promise<string[]> {
  return enqueueErasing(platform, tx, await giveUpUnsubmitted(tx, verificationId, platform.clock.now()))
}

/** The same for everything that an owner uploaded and no verification relies on. */
export async function destroyUnusedOf(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  owner: DocumentOwner,
): Promise<string[]> {
  return enqueueErasing(platform, tx, await giveUpUnused(tx, owner, platform.clock.now()))
}

/**
 * The same for one file that another takes the place of, if it is that owner's and no verification relies on it.
 * Answers its id, or none.
 */
export async function destroyReplaced(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  replaced: { id: string; owner: DocumentOwner; category: DocumentCategory },
): Promise<string[]> {
  return enqueueErasing(platform, tx, await giveUpReplaced(tx, replaced, platform.clock.now()))
}

/** The same for files that an account uploaded, as far as no verification relies on them. Answers the ids. */
export async function destroyOwn(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  userId: string,
  ids: string[],
): Promise<string[]> {
  return enqueueErasing(platform, tx, await giveUpOwn(tx, userId, ids, platform.clock.now()))
}

/**
 * The same for a file that the third party of an open link uploaded, and what it had taken the place of. Answers the
 * ids.
 */
export async function destroyUpload(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  upload: { id: string; verificationId: string },
): Promise<string[]> {
  return enqueueErasing(platform, tx, await giveUpUpload(tx, upload, platform.clock.now()))
}

/**
 * Removes the file of a given-up document; one that the store never said it has also a day later, when nothing of it is
 * on its way any more.
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

/** Longer than any store, or a proxy before it, delays a request. */
const lateForMs = 24 * 60 * 60 * 1000

/** Removes a file that came after its row had gone. */
export const eraseLateJob = defineJob(
  'erase-late-file',
  z.object({ bucket: z.enum(documentBuckets), path: z.string() }),
  async ({ database, storage }: Parts, address) => {
    if (!(await isNamed(database, address))) await storage.remove(address)
  },
)

/** Gives up what nothing waits for any more (UPLOAD-21). */
export const sweepDocumentsJob = defineJob('sweep-documents', noPayload, (platform: Parts) => {
  const now = platform.clock.now()
  const before = new Date(now.getTime() - forgottenAfterMs)
  return workInBatches((limit) =>
    platform.database.transaction(
      async (tx) =>
        (await enqueueErasing(platform, tx, await giveUpForgotten(tx, before, now, limit))).length,
    ),
  )
})

/** Given-up documents whose file is still there. */
export const erasuresDuty: Duty<Platform> = {
  kind: 'destruction',
  overdueAfterMs: 10 * 60_000,
  select: (_, before) => selectUnerased(before),
  async enqueueMissing(platform, tx, { before, limit }) {
    const ids = await listWithoutJob(tx, selectUnerased(before), nameEraseKey(''), limit)
    return (await enqueueErasing(platform, tx, ids)).length
  },
}

/** Has the files of given-up documents removed; answers the same ids. */
export async function enqueueErasing(
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
