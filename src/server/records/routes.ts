import type { Hono } from 'hono'
import { findAccountOfToken } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { holdAnswerRoom } from '../http/hold-room.ts'
import { isRefusal } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { checkDocument } from './check-document.ts'
import { downloadRecord } from './download-record.ts'
import { liftHold, setHold } from './holds/set-hold.ts'
import { servePack } from './pack/serve-pack.ts'
import { findLinkHolder, findParty, findReader, nameReader } from './policy.ts'
import { enterCode, requestCode, requestLink } from './record-access.ts'
import { showRecord } from './show-record.ts'
import { createTransparencyRoutes } from './transparency/routes.ts'
import { withdrawConsent } from './withdraw-consent.ts'

export function createRecordsRoutes(platform: Platform): Hono<AppEnv> {
  const callers = {
    party: { find: findParty, name: nameReader },
    reader: { find: findReader, name: nameReader },
    'link holder': { find: findLinkHolder, name: nameReader },
  }
  const app = serveEndpoints(platform, callers, {
    'GET /api/records/:id'({ caller, c }) {
      c.header('Cache-Control', 'private, no-store')
      return showRecord(platform, caller)
    },

    async 'GET /api/records/:id/files/:file'({ caller, params, c }) {
      const download = await downloadRecord(platform, caller, params.file)
      if (isRefusal(download)) return download
      c.header('Cache-Control', 'private, no-store')
      c.header('Content-Type', download.contentType)
      c.header('Content-Disposition', `attachment; filename="${download.fileName}"`)
      return c.body(new Uint8Array(download.bytes))
    },

    async 'GET /api/records/:id/pack'({ caller, c }) {
      const pack = await servePack(platform, caller, (bytes) => holdAnswerRoom(c, bytes))
      if (isRefusal(pack)) return pack
      c.header('Cache-Control', 'private, no-store')
      c.header('Content-Type', 'application/zip')
      c.header('Content-Disposition', `attachment; filename="${pack.fileName}"`)
      return c.body(pack.body)
    },

    'POST /api/records/:id/withdrawal': ({ caller }) => withdrawConsent(platform, caller),

    'POST /api/records/:id/hold': ({ caller, body }) => setHold(platform, caller, body.reason),

    'DELETE /api/records/:id/hold': ({ caller }) => liftHold(platform, caller),

    'POST /api/records/:id/link': ({ params: { id }, body: { email } }) =>
      requestLink(platform, { id, email }),

    'POST /api/records/:id/code': ({ caller, clientIp }) => requestCode(platform, caller, clientIp),

    async 'POST /api/records/:id/code/entry'({ caller, body, clientIp, c }) {
      const { code: digits, accessToken } = body
      const signedInId =
        caller.accountId ?? (accessToken && (await findAccountOfToken(platform, c, accessToken)))
      const pass = await enterCode(platform, caller, { digits, clientIp, signedInId: signedInId || null })
      return isRefusal(pass) ? pass : { token: pass.token, expiresAt: pass.expiresAt.toISOString() }
    },

    'POST /api/check': ({ body }) => checkDocument(platform, body),
  })
  return app.route('/', createTransparencyRoutes(platform))
}
