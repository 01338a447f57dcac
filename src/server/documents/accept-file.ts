import type { ProblemCode } from '../../contract/problem.ts'
import { type DocumentCategory, documentTypes, findFileFault } from '../../domain/document/document.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { CleanFile, CleaningFault } from '../platform/images/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Asker, turnRetryAfterSeconds } from '../platform/take-turns.ts'

const refusalOf = { empty: 'file_empty', type: 'file_type_refused', size: 'file_too_large' } as const

const refusalOfCleaning: Record<Exclude<CleaningFault, 'busy'>, ProblemCode> = {
  damaged: 'file_damaged',
  too_many_pixels: 'image_too_many_pixels',
  locked: 'pdf_locked',
  too_many_pages: 'pdf_too_many_pages',
  too_complex: 'pdf_too_complex',
}

/**
 * Looks at a submitted file: there is one, it is not empty, its own bytes say an accepted type, it is small enough for its type and the
 * creator's tier, and it decodes to its end, or its pages can be drawn. Nothing is stored yet.
 *
 * @param tierMaxBytes the largest file the creator's tier admits
 * @param by who waits, for their turn; `rate_limited` where too many of theirs wait
 */
export async function acceptFile(
  platform: Pick<Platform, 'images'>,
  submitted: Uint8Array | null,
  category: DocumentCategory,
  tierMaxBytes: number,
  by: Asker,
): Promise<CleanFile | Refusal> {
  if (!submitted) return refuse('file_missing')
  if (submitted.byteLength === 0) return refuse('file_empty')
  const detected = await platform.images.detectType(submitted)
  const fault = findFileFault(category, detected, submitted.byteLength, tierMaxBytes)
  if (fault) return refuse(refusalOf[fault])
  const type = documentTypes.find((candidate) => candidate === detected)
  if (!type) return refuse('file_type_refused')
  const clean = await platform.images.clean(submitted, type, by)
  if (!('fault' in clean)) return clean
  return clean.fault === 'busy'
    ? refuse('rate_limited', { retryAfterSeconds: turnRetryAfterSeconds })
    : refuse(refusalOfCleaning[clean.fault])
}
