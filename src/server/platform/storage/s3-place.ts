import { Readable } from 'node:stream'
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import { getCause, type Place } from './place.ts'

/** The address of the S3 bucket. Without keys the SDK uses its own credential chain (instance role, profile). */
export type S3Options = {
  bucket: string
  region: string
  /** A server other than AWS, addressed by path. */
  endpoint?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/**
 * The time limits for silence, before and during a response, and for an upload and then a download, and the number of
 * attempts after a refusal or an interruption.
 */
type Patience = { silentMs: number; longestMs: number; attempts: number }

/**
 * Node detects silence during the upload of a large file after two such intervals, so a person waits at most 12 s. A
 * store that still transfers bytes isn't silent: no file is larger than 11 MB, and at half a megabyte per second it
 * arrives before the client's connection is closed.
 */
const patience: Patience = { silentMs: 5900, longestMs: 25_000, attempts: 2 }

/** Every store returns the version of a file that it stores or returns. */
const ofFiles: ReadonlySet<string> = new Set(['PutObjectCommand', 'GetObjectCommand'])

/** Aborts a response that isn't complete in time: each holds one of the client's fifty connections. */
function limitBodies({ config: { requestHandler } }: S3Client, longestMs: number): void {
  const handle = requestHandler.handle.bind(requestHandler)
  requestHandler.handle = async (...asked) => {
    const answer = await handle(...asked)
    const { body } = answer.response
    if (body instanceof Readable) {
      const tooSlow = Object.assign(new Error('the store is too slow'), { code: 'SLOW' })
      const timer = setTimeout(() => body.destroy(tooSlow), longestMs)
      body.once('close', () => clearTimeout(timer))
    }
    return answer
  }
}

/**
 * One bucket of an S3-compatible store. An acknowledged PUT is durable there. A silent store isn't asked again, since
 * the caller has already waited.
 */
export function openS3Place(
  { bucket, region, endpoint, credentials }: S3Options,
  { silentMs, longestMs, attempts } = patience,
): Place {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    maxAttempts: attempts,
    // The SDK has no timeout by default. A large file or a slow store may take up to `longestMs`, as long as bytes
    // arrive. The SDK starts timers of six seconds or more three seconds late.
    requestHandler: {
      connectionTimeout: Math.min(silentMs, 3000),
      socketTimeout: silentMs,
      requestTimeout: longestMs,
      throwOnRequestTimeout: true,
    },
    // Some servers don't answer `Expect: 100-continue`, and the body would wait six seconds for it.
    expectContinueHeader: false,
    // Some servers other than AWS refuse the newer default checksums; the encryption authenticates every byte anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  limitBodies(client, longestMs)
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answer = await next(args)
        // A proxy in front of the store may answer in its place.
        const { ETag } = answer.output as { ETag?: string }
        if (ofFiles.has(commandName) && !ETag)
          throw Object.assign(new Error('what answered is no store'), { code: 'NO_STORE' })
        return answer
      },
    { step: 'initialize', name: 'onlyStores' },
  )
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
        // Renamed and without a cause, because the SDK would retry a TimeoutError.
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
        for (const { Key = '' } of Contents) yield Key
    },
    replace: (disk, key, bytes) => disk.put(key, bytes),
    async makeDurable() {},
    async makeRemovalDurable() {},
    // Without this name the answer didn't come from the store.
    isMissing: (error) => getCause(error).name === 'NoSuchKey',
    async check(disk) {
      await disk.exists('check')
    },
  }
}
