import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import { getCause, type Place } from './place.ts'

/** Where the S3 bucket is. Without keys the SDK's own chain finds them (instance role, profile). */
export type S3Options = {
  bucket: string
  region: string
  /** Another server than AWS, addressed by path. */
  endpoint?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** How long a store may be silent, before and in the middle of its answer, and how often it is asked for one thing that it refuses or breaks off. */
export type Patience = { silentMs: number; attempts: number }

/** Silence while a large file is written is noticed by Node after two such times, so that a person waits for 12 s at most. */
const patience: Patience = { silentMs: 5900, attempts: 2 }

/** One bucket of an S3-compatible store. An answered PUT is durable there. A store that is silent is not asked again: who waits has waited. */
export function openS3Place(
  { bucket, region, endpoint, credentials }: S3Options,
  { silentMs, attempts } = patience,
): Place {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    maxAttempts: attempts,
    // By itself the SDK waits for ever. A file that is large or a store that is slow may take longer, as long as something moves.
    // The SDK begins to count six seconds and more three seconds late.
    requestHandler: { connectionTimeout: Math.min(silentMs, 3000), socketTimeout: silentMs },
    // Not every server answers a request for leave to send, and a body waits six seconds for that.
    expectContinueHeader: false,
    // Other servers than AWS refuse the newer default checksums; the encryption authenticates every byte anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
        // By its own name, or as a cause, the SDK would take it for a reason to ask again.
        throw Object.assign(new Error('the store is silent'), { code: 'SILENT' })
      }
    },
    // Within each attempt.
    { step: 'deserialize', name: 'silenceIsFinal' },
  )
  return {
    driver: new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }),
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        for (const { Key = '', Size = 0 } of Contents) yield { key: Key, byteCount: Size }
    },
    async makeDurable() {},
    async makeRemovalDurable() {},
    isMissing: (error) => getCause(error).name === 'NoSuchKey' || getCause(error).name === 'NotFound',
    async check(disk) {
      await disk.exists('check')
    },
  }
}
