import type { Hono } from 'hono'
import { accountCallers, readDevice } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import {
  declineAsked,
  endBlocks,
  enterMailboxCode,
  mailboxReader,
  mailMailboxCode,
  toListOwner,
} from '../verifications/index.ts'
import { closeAccount, showClosing } from './closing/close-account.ts'
import { publishedSchema } from './exports/export-entries.ts'
import { requestExport, serveExport, showExport } from './exports/request-export.ts'
import { eraseHeldData } from './forget-invited.ts'
import { openHeldRecord, showHeldData } from './mailbox/show-held-data.ts'

/** Exports of one's data, closing an account, and the data held about a person without an account. */
export function createPrivacyRoutes(platform: Platform): Hono<AppEnv> {
  const callers = { ...accountCallers, 'mailbox reader': mailboxReader }
  return serveEndpoints(platform, callers, {
    'POST /api/data-exports': ({ caller, clientIp }) => requestExport(platform, caller, clientIp),

    'GET /api/data-exports/newest': ({ caller }) => showExport(platform, caller.id),

    'GET /api/data-exports/schema': () => ({ ...publishedSchema }),

    async 'GET /api/data-exports/:id/file'({ params: { id }, query, c }) {
      const served = await serveExport(platform, { id, expires: query.Expires, signature: query.Signature })
      if (isRefusal(served)) return served
      return c.body(served.body, 200, {
        'Content-Type': 'application/zip',
        'Content-Length': String(served.byteCount),
        'Content-Disposition': `attachment; filename="${served.fileName}"`,
        'Cache-Control': 'private, no-store',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
      })
    },

    'GET /api/account/closing': ({ caller }) => showClosing(platform, caller),

    'POST /api/account/closing': ({ caller, body, c }) =>
      closeAccount(platform, caller, { ...body, ...readDevice(c) }),

    // Only a confirmed address says that the request is to this person.
    'POST /api/account/asked/:id/decline': ({ caller, params }) =>
      declineAsked(platform, toListOwner(caller).address, params.id),

    'POST /api/my-data/code': ({ body, clientIp }) => mailMailboxCode(platform, { ...body, clientIp }),

    'POST /api/my-data/code/entry': ({ caller, body, clientIp }) =>
      enterMailboxCode(platform, { ...body, clientIp, accountId: caller?.id ?? null }),

    'GET /api/my-data'({ caller, c }) {
      c.header('Cache-Control', 'private, no-store')
      return showHeldData(platform, caller.email)
    },

    'POST /api/my-data/erasure': ({ caller }) => eraseHeldData(platform, caller.email),

    'POST /api/my-data/requests/:id/decline': ({ caller, params }) =>
      declineAsked(platform, { email: caller.email, limitedTo: null }, params.id),

    'DELETE /api/my-data/blocks': ({ caller }) => endBlocks(platform, caller.email),

    'POST /api/my-data/records/:id/link': ({ caller, params }) =>
      openHeldRecord(platform, caller.email, params.id),
  })
}
