import { Readable } from 'node:stream'
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

/**
 * How long a store may be silent, before and in the middle of its answer, how long it may take to take a file and then
 * to give one, and how often it is asked for one thing that it refuses or breaks off.
 */
type Patience = { silentMs: number; longestMs: number; attempts: number }

/**
 * Silence while a large file is written is noticed by Node after two such times, so that a person waits for 12 s at
 * most. A store that moves something now and then is not silent: no file is above 11 MB, and at half a megabyte a
 * second it is there before the connection of who asks is closed.
 */
const patience: Patience = { silentMs: 5900, longestMs: 25_000, attempts: 2 }

/** Every store tells the version of a file that it took or gives. */
const ofFiles: ReadonlySet<string> = new Set(['PutObjectCommand', 'GetObjectCommand'])

/** Ends an answer that is not whole in time: each holds a connection, of which the client has fifty. */
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
 * One bucket of an S3-compatible store. An answered PUT is durable there. A store that is silent is not asked again:
 * who waits has waited.
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
    // arrive. The SDK starts its timer of six seconds and more three seconds late.
    requestHandler: {
      connectionTimeout: Math.min(silentMs, 3000),
      socketTimeout: silentMs,
      requestTimeout: longestMs,
      throwOnRequestTimeout: true,
    },
    // Not every server answers `Expect: 100-continue`, and a body waits six seconds for that.
    expectContinueHeader: false,
    // Other servers than AWS refuse the newer default checksums; the encryption authenticates every byte anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  limitBodies(client, longestMs)
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answer = await next(args)
        // A proxy before the store may answer in its place.
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
        for (const { Key = '' } of Contents) yield Key
    },
    replace: (disk, key, bytes) => disk.put(key, bytes),
    async makeDurable() {},
    async makeRemovalDurable() {},
    // Without this name it was not the store that found nothing.
    isMissing: (error) => getCause(error).name === 'NoSuchKey',
    async check(disk) {
      await disk.exists('check')
    },
  }
}
