import { type Context, Hono } from 'hono'
import pLimit from 'p-limit'
import { documentUploadSchema } from '../../contract/document.ts'
import { paths } from '../../contract/paths.ts'
import { signedUrlLife, uploadMaxBytes } from '../../domain/document/document.ts'
import { tierMaxFileBytes } from '../../domain/plan/file-size.ts'
import { authenticate } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { holdAnswerRoom, holdRoom, roomRetryAfterSeconds } from '../http/hold-room.ts'
import { idParam } from '../http/id-param.ts'
import { problemResponse } from '../http/problem.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { type UploadForm, uploadForm } from '../http/upload-form.ts'
import { validated } from '../http/validated.ts'
import { tierOf } from '../plans/index.ts'
import type { Platform } from '../platform/platform.ts'
import { acceptFile } from './accept-file.ts'
import { keepDocument } from './keep-document.ts'
import { documentForUser } from './policy.ts'
import { presentDocument } from './present-document.ts'
import { serveFile } from './serve-file.ts'

const uploadLimit = { name: 'document-upload', points: 60, seconds: 600 }

/** Uploads that are worked on at once. Each was read whole before, into room of its sender's share (body-room.ts). */
const uploadsAtOnce = 48

export function documentsRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const slots = pLimit(uploadsAtOnce)

  app.post(paths.documents, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(uploadLimit, account.id)
    if (!allowed) return problemResponse(c, refuse('rate_limited', { retryAfterSeconds }))
    const answer = await holdRoom(c, { maxBytes: uploadMaxBytes, sender: account.id }, async () => {
      const form = await uploadForm(c)
      return isRefusal(form) ? problemResponse(c, form) : slots(() => keep(c, account.id, form))
    })
    return (
      answer ?? problemResponse(c, refuse('upload_unavailable', { retryAfterSeconds: roomRetryAfterSeconds }))
    )
  })

  async function keep(c: Context<AppEnv>, userId: string, form: UploadForm): Promise<Response> {
    const fields = validated(documentUploadSchema, form.fields)
    if (isRefusal(fields)) return problemResponse(c, fields)
    const tier = await tierOf(platform.database, userId, platform.logger)
    const file = await acceptFile(platform, form.file, fields.category, tierMaxFileBytes(tier))
    if (isRefusal(file)) return problemResponse(c, file)
    const document = await keepDocument(platform, { userId }, fields.category, file, {
      replaces: fields.replaces ?? null,
      lastCheck: async () => null,
    })
    if (isRefusal(document)) return problemResponse(c, document)
    return c.json(presentDocument(platform, document, signedUrlLife.singleSeconds), 201)
  }

  app.get(paths.documentUrl, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const id = idParam(c)
    if (!id) return problemResponse(c, refuse('not_found'))
    const document = await documentForUser(platform.database, id, account.id)
    if (isRefusal(document)) return problemResponse(c, document)
    return c.json(presentDocument(platform, document, signedUrlLife.singleSeconds))
  })

  app.get(paths.documentFile, async (c) => {
    const { bucket, owner, file } = c.req.param()
    const request = {
      bucket,
      path: `${owner}/${file}`,
      expires: c.req.query('Expires') ?? '',
      signature: c.req.query('Signature') ?? '',
    }
    const served = await serveFile(platform, request, (bytes) => holdAnswerRoom(c, bytes))
    if (isRefusal(served)) return problemResponse(c, served)
    return c.body(served.bytes, 200, {
      'Content-Type': served.contentType,
      'Content-Disposition': `inline; filename="${served.fileName}"`,
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
  })

  return app
}
