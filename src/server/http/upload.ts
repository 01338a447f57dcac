import { getMultipartBoundary, type MultipartPart, parseMultipart } from '@remix-run/multipart-parser'
import type { Context } from 'hono'
import { uploadMaxBytes } from '../../domain/document.ts'
import { queueRetryAfterSeconds } from '../platform/waiting/index.ts'
import type { AppEnv } from './app-env.ts'
import { holdRoom } from './hold-room.ts'
import { isRefusal, type Refusal, refuse } from './problem.ts'

/**
 * Reads a form with a file and passes it to `work` as soon as its sender, an account or a link, has room for it;
 * `rate_limited` when no room came free in time.
 */
export async function takeUpload<T>(
  c: Context<AppEnv>,
  sender: string,
  work: (form: UploadForm) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const answer = await holdRoom(c, { maxBytes: uploadMaxBytes, sender }, async () => {
    const form = await readUploadForm(c)
    return isRefusal(form) ? form : work(form)
  })
  return answer ?? refuse('rate_limited', { retryAfterSeconds: queueRetryAfterSeconds })
}

/** A multipart body: its text fields, and the bytes of its `file` part, null if it has none. */
export type UploadForm = { fields: Record<string, string>; file: Uint8Array | null }

const maxParts = 32

/**
 * Reads a multipart/form-data body of at most `uploadMaxBytes`. A larger body is refused as soon as its declared length
 * or the bytes received exceed the limit, without reading the rest.
 */
async function readUploadForm(c: Context<AppEnv>): Promise<UploadForm | Refusal> {
  const boundary = getMultipartBoundary(c.req.header('content-type') ?? '')
  if (!boundary) return refuse('body_unreadable')
  const body = await readWholeBody(c.req.raw, Number(c.req.header('content-length') ?? 0)).catch(() =>
    refuse('body_unreadable'),
  )
  if (isRefusal(body)) return body
  const form: UploadForm = { fields: {}, file: null }
  try {
    const limits = { maxFileSize: uploadMaxBytes, maxTotalSize: uploadMaxBytes, maxParts }
    for (const part of parseMultipart(body, { boundary, ...limits })) {
      if (part.isFile && part.name === 'file') form.file = joinContent(part)
      else if (part.isText && part.name) form.fields[part.name] = part.text
    }
  } catch {
    return refuse('body_unreadable')
  }
  return form
}

/**
 * Reads the body into one piece of memory shared with the worker threads: each copy of several megabytes would block
 * the event loop for a garbage collection.
 */
async function readWholeBody(request: Request, declaredBytes: number): Promise<Uint8Array | Refusal> {
  if (declaredBytes > uploadMaxBytes) return refuse('file_too_large')
  let body = reserveSharedBytes(declaredBytes || 64 * 1024)
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    if (bytes + chunk.byteLength > uploadMaxBytes) return refuse('file_too_large')
    if (bytes + chunk.byteLength > body.byteLength) {
      const larger = reserveSharedBytes(Math.min(uploadMaxBytes, 2 * (bytes + chunk.byteLength)))
      larger.set(body.subarray(0, bytes))
      body = larger
    }
    body.set(chunk, bytes)
    bytes += chunk.byteLength
  }
  return body.subarray(0, bytes)
}

function reserveSharedBytes(byteLength: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(byteLength))
}

function joinContent(part: MultipartPart): Uint8Array {
  const [only, ...more] = part.content
  return only && more.length === 0 ? only : Buffer.concat(part.content)
}
