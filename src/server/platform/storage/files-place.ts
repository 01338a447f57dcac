import { join } from 'node:path'
import type { Place } from './place.ts'
import type { S3Options } from './s3-place.ts'

/** Where files are kept: in the bucket when there is one, else below the data folder. The SDK of S3 is loaded only for a bucket. */
export async function openFilesPlace({
  s3,
  dataDir,
}: {
  s3: S3Options | null
  dataDir: string
}): Promise<{ place: Place } | { folder: string }> {
  if (!s3) return { folder: join(dataDir, 'files') }
  const { openS3Place } = await import('./s3-place.ts')
  return { place: openS3Place(s3) }
}
