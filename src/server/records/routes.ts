import { Hono } from 'hono'
import { paths } from '../../contract/paths.ts'
import { checkRequestSchema, recordCodeEntrySchema, recordLinkRequestSchema } from '../../contract/record.ts'
import type { AppEnv } from '../http/app-env.ts'
import { networkOf } from '../http/client-network.ts'
import { idParam } from '../http/id-param.ts'
import { problemResponse } from '../http/problem.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { validatedJson } from '../http/validated.ts'
import type { Platform } from '../platform/platform.ts'
import { checkDocument } from './check-document.ts'
import { downloadRecord } from './download-record.ts'
import { linkHolderOf, readerOf } from './policy.ts'
import { enterCode, requestCode } from './record-code.ts'
import { requestLink } from './request-link.ts'
import { showRecord } from './show-record.ts'
import { transparencyRoutes } from './transparency/routes.ts'
import { withdrawConsent } from './withdraw-consent.ts'

const checkLimit = { name: 'check', points: 120, seconds: 60 }

export function recordsRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.get(paths.record, async (c) => {
    const reader = await readerOf(platform, c, idParam(c))
    if (isRefusal(reader)) return problemResponse(c, reader)
    c.header('Cache-Control', 'private, no-store')
    return c.json(await showRecord(platform, reader))
  })

  app.get(paths.recordFile, async (c) => {
    const reader = await readerOf(platform, c, idParam(c))
    if (isRefusal(reader)) return problemResponse(c, reader)
    const download = await downloadRecord(platform, reader, c.req.param('file'))
    if (isRefusal(download)) return problemResponse(c, download)
    c.header('Cache-Control', 'private, no-store')
    c.header('Content-Type', download.contentType)
    c.header('Content-Disposition', `attachment; filename="${download.fileName}"`)
    return c.body(new Uint8Array(download.bytes))
  })

  app.post(paths.recordWithdrawal, async (c) => {
    const reader = await readerOf(platform, c, idParam(c))
    if (isRefusal(reader)) return problemResponse(c, reader)
    const withdrawn = await withdrawConsent(platform, reader)
    return isRefusal(withdrawn) ? problemResponse(c, withdrawn) : c.json(withdrawn)
  })

  app.post(paths.recordLink, async (c) => {
    const body = await validatedJson(c, recordLinkRequestSchema)
    if (isRefusal(body)) return problemResponse(c, body)
    const asked = { id: idParam(c), email: body.email, clientIp: c.get('clientIp') }
    const requested = await requestLink(platform, asked)
    return isRefusal(requested) ? problemResponse(c, requested) : c.body(null, 202)
  })

  app.post(paths.recordCode, async (c) => {
    const holder = await linkHolderOf(platform, c, idParam(c))
    if (isRefusal(holder)) return problemResponse(c, holder)
    const requested = await requestCode(platform, holder)
    return isRefusal(requested) ? problemResponse(c, requested) : c.body(null, 202)
  })

  app.post(paths.recordCodeEntry, async (c) => {
    const holder = await linkHolderOf(platform, c, idParam(c))
    if (isRefusal(holder)) return problemResponse(c, holder)
    const body = await validatedJson(c, recordCodeEntrySchema)
    if (isRefusal(body)) return problemResponse(c, body)
    const pass = await enterCode(platform, holder, body.code)
    if (isRefusal(pass)) return problemResponse(c, pass)
    return c.json({ token: pass.token, expiresAt: pass.expiresAt.toISOString() })
  })

  app.post(paths.check, async (c) => {
    const network = networkOf(c.get('clientIp'))
    const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(checkLimit, network)
    if (!allowed) return problemResponse(c, refuse('rate_limited', { retryAfterSeconds }))
    const asked = await validatedJson(c, checkRequestSchema)
    return isRefusal(asked) ? problemResponse(c, asked) : c.json(await checkDocument(platform, asked))
  })

  app.route('/', transparencyRoutes(platform))
  return app
}
