import { join } from 'node:path'
import type { Place } from './place.ts'
import type { Patience, S3Options } from './s3-place.ts'

/** Where files are kept: in the bucket when there is one, else below the data folder. The SDK of S3 is loaded only for a bucket. `patience` with it is that of a person who waits, unless another is given. */
export async function openFilesPlace(
  options: { s3: S3Options | null; dataDir: string },
  patience?: Patience,
): Promise<{ place: Place } | { folder: string }> {
  if (!options.s3) return { folder: join(options.dataDir, 'files') }
  const { openS3Place } = await import('./s3-place.ts')
  return { place: openS3Place(options.s3, patience) }
}
