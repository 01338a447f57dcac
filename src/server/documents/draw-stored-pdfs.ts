import type { CleanFile, CleaningFault } from '../platform/images/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import { describeError } from '../platform/logging/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  listUndrawnDocuments,
  lockUndrawn,
  markDrawn,
  markUndrawable,
  type UndrawnDocument,
} from './drawing-store.ts'

/** Files of one run; the next run takes the rest. */
const batch = 100

type Parts = Pick<Platform, 'database' | 'images' | 'logger' | 'storage'>

/** Puts a picture of its pages in the place of each ID that was stored as the PDF it came as. */
export const drawJob = defineJob('draw-stored-pdfs', noPayload, async (platform: Parts) => {
  for (const document of await listUndrawnDocuments(platform.database, batch)) {
    try {
      await drawStored(platform, document)
    } catch (error) {
      // The storage did not answer, or not truly: the others are not to wait for that.
      const fields = { documentId: document.id, error: describeError(error) }
      platform.logger.error(fields, 'a stored PDF could not be read or replaced')
    }
  }
})

/**
 * The picture takes the PDF's place under its address, so that links to it stay. The file is replaced before its row says so: a process that
 * dies between leaves a picture that the next run finds. One that cannot be drawn stays, marked, and is never served.
 */
async function drawStored(platform: Parts, document: UndrawnDocument): Promise<void> {
  const { database, images, logger, storage } = platform
  const stored = await storage.get(document)
  const picture = stored ? await drawPicture(images, stored) : { fault: 'missing' as const }
  if ('fault' in picture) {
    await markUndrawable(database, document.id, picture.fault)
    logger.warn(
      { documentId: document.id, fault: picture.fault },
      'a stored PDF cannot be drawn and is not served',
    )
    return
  }
  await database.transaction(async (tx) => {
    // Held until the row is changed, so that the file of a document given up meanwhile is erased after this was written, not before.
    if (!(await lockUndrawn(tx, document.id))) return
    await storage.put(document, picture.bytes)
    await markDrawn(tx, document.id, { type: picture.type, byteCount: picture.bytes.byteLength })
  })
}

async function drawPicture(
  images: Parts['images'],
  stored: Uint8Array,
): Promise<Omit<CleanFile, 'sha256'> | { fault: CleaningFault }> {
  if ((await images.detectType(stored)) === 'image/jpeg') return { bytes: stored, type: 'image/jpeg' }
  return images.clean(stored, 'application/pdf', null)
}
