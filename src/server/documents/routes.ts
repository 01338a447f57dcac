import type { Hono } from 'hono'
import { documentUploadSchema } from '../../contract/document.ts'
import { signedUrlLife } from '../../domain/document/document.ts'
import { getTierMaxFileBytes } from '../../domain/plan/file-size.ts'
import { type Account, accountCallers } from '../accounts/index.ts'
import { forgetReadings, lockReadings } from '../document-readings/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { listNetworks } from '../http/client-network.ts'
import { holdAnswerRoom } from '../http/hold-room.ts'
import { isRefusal, type Refusal } from '../http/refusal.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import { takeUpload } from '../http/take-upload.ts'
import type { UploadForm } from '../http/upload-form.ts'
import { validate } from '../http/validated.ts'
import { readTier } from '../plans/index.ts'
import type { Platform } from '../platform/platform.ts'
import { acceptFile } from './accept-file.ts'
import { keepDocument } from './keep-document.ts'
import { findDocumentForUser } from './policy.ts'
import { presentDocument } from './present-document.ts'
import { removeDocument } from './remove-document.ts'
import { serveFile } from './serve-file.ts'
import type { DocumentRow } from './store.ts'

export function createDocumentsRoutes(platform: Platform): Hono<AppEnv> {
  const present = (document: DocumentRow | Refusal) =>
    isRefusal(document) ? document : presentDocument(platform, document, signedUrlLife.singleSeconds)

  async function keep(
    { id: userId, emailVerified }: Account,
    clientIp: string,
    form: UploadForm,
  ): Promise<DocumentRow | Refusal> {
    const fields = validate(documentUploadSchema, form.fields)
    if (isRefusal(fields)) return fields
    const tier = await readTier(platform.database, userId, platform.logger)
    const file = await acceptFile(platform, form.file, fields.category, getTierMaxFileBytes(tier), {
      networks: listNetworks(clientIp),
      sender: userId,
      isLast: !emailVerified,
    })
    if (isRefusal(file)) return file
    return keepDocument(platform, { userId }, fields.category, file, {
      replaces: fields.replaces ?? null,
      async checkLast(tx) {
        // Before the document, as whoever ends its reading does.
        if (fields.replaces) await lockReadings(tx, [fields.replaces])
        return null
      },
      onDestroyed: (tx, ids) => forgetReadings(tx, ids, platform.clock.now()),
    })
  }

  return serveEndpoints(platform, accountCallers, {
    'POST /api/documents': async ({ caller, clientIp, c }) =>
      present(await takeUpload(c, caller.id, (form) => keep(caller, clientIp, form))),

    'GET /api/documents/:id/url': async ({ caller, params }) =>
      present(await findDocumentForUser(platform.database, params.id, caller.id)),

    'DELETE /api/documents/:id': ({ caller, params }) =>
      params.id === null ? null : removeDocument(platform, caller.id, params.id),

    async 'GET /api/files/:bucket/:owner/:file'({ params: { bucket, owner, file }, query, c }) {
      const request = {
        bucket,
        path: `${owner}/${file}`,
        expires: query.Expires,
        signature: query.Signature,
      }
      const served = await serveFile(platform, request, (bytes) => holdAnswerRoom(c, bytes))
      if (isRefusal(served)) return served
      return c.body(served.bytes, 200, {
        'Content-Type': served.contentType,
        'Content-Disposition': `inline; filename="${served.fileName}"`,
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
      })
    },
  })
}
