import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { countWrongCodes } from '../accounts/index.ts'
import { countOverdueWork } from '../due-work.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isFromThisMachine } from '../http/origin.ts'
import { measureClockOffset } from '../platform/clock/index.ts'
import type { DatabaseServer } from '../platform/database/index.ts'
import { type DiskLevel, isDiskFull, judgeDiskLevel } from '../platform/files/index.ts'
import { readQueueDepth } from '../platform/jobs/index.ts'
import { countLostMails, type Outbox, type OutboxMail, withInlineMark } from '../platform/mail/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { rememberFor, shareAnswer, waitAtMost } from '../platform/waiting/index.ts'
import { findReaderKeyWarning } from '../platform/wallet/index.ts'
import { countUnsealed } from '../records/index.ts'
import type { Metrics } from './metrics.ts'

type OperationsOptions = {
  metrics: Metrics
  metricsAnywhere: boolean
  hasStarted: () => boolean
  server?: DatabaseServer
}

/** Routes for operators (RUN-4, RUN-5) and, on a developer's own machine, the mails. */
export function createOperationsRoutes(
  platform: Platform,
  { metrics, metricsAnywhere, ...up }: OperationsOptions,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const readiness = createReadiness(platform, up)

  routes.get('/healthz', (c) => c.json({ status: 'alive' }))

  routes.get('/readyz', async (c) => {
    const { ready, parts } = await readiness()
    return c.json({ status: ready ? 'ready' : 'not ready', ...parts }, ready ? 200 : 503)
  })

  routes.get('/metrics', async (c, next) => {
    if (!metricsAnywhere && !canReadMetrics(c, platform.settings)) return next()
    // If the database doesn't answer, /readyz reports that; a scraper that waits 10 s still gets the other metrics.
    await Promise.all([
      answerInTime(countOverdueWork(platform).then(metrics.setOverdue)),
      answerInTime(readQueueDepth(platform.database).then(metrics.setQueue)),
      answerInTime(countUnsealed(platform.database).then(metrics.setSealsPending)),
      answerInTime(countLostMails(platform.database, platform.clock.now()).then(metrics.setLostMails)),
      answerInTime(countWrongCodes(platform).then(metrics.setWrongCodes)),
      answerInTime(measureClockOffset(platform.database, platform.clock).then(metrics.setClockAhead)),
      answerInTime(platform.sealer.readRevocation().then(metrics.setRevocation)),
    ])
    metrics.setPool(platform.database.pool())
    metrics.setCertificateEnds(platform.sealer.certificateEnds)
    metrics.setReaderKeys(platform.readerKeys)
    metrics.setIssuerLists(platform.issuerLists.listUpdates())
    const { body, contentType } = await metrics.render()
    return c.body(body, 200, { 'Content-Type': contentType })
  })

  const { outbox } = platform.mailer
  if (outbox && platform.settings.localOnly) routes.route('/', createOutboxRoutes(outbox))

  return routes
}

/**
 * Whether the caller has the token or, without one, is on this machine and the server is local-only: a proxy on this
 * machine that adds no header and writes its upstream's name as the Host, as several do by default, looks exactly like
 * a client on this machine.
 */
function canReadMetrics(c: Context<AppEnv>, { localOnly, metricsToken }: Settings): boolean {
  if (metricsToken !== null && isSame(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`))
    return true
  return localOnly && isFromThisMachine(c)
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** How long the answers of the store, the disks and the certificate check are reused. */
const rememberedMs = 1000

type Answer = 'ok' | 'failing'

type Readiness = {
  ready: boolean
  parts: {
    database: Answer
    postgresql?: DatabaseServer
    storage: Answer
    disk: DiskLevel
    reason?: string
    /** A warning for the operator, while everything works, or everything except sealing. */
    warning?: string
  }
}

/**
 * Checks whether the essential parts answer and belong together, and whether this process has started and isn't about
 * to stop; if not, `reason` explains it in one sentence. A disk that is nearly full is reported, and everything except
 * uploads continues; a disk with less than 16 MiB makes the process not ready. Also reports a certificate that expires,
 * has expired or was revoked, and a mail server that accepts nothing. Callers may poll at any rate: concurrent callers
 * share one answer, so that the database gets one query at a time.
 */
function createReadiness(
  platform: Platform,
  { hasStarted, server }: { hasStarted: () => boolean; server?: DatabaseServer },
): () => Promise<Readiness> {
  const { clock } = platform
  const checkStorage = rememberFor(clock, rememberedMs, () => platform.storage.check().then(() => true))
  const measureRoom = rememberFor(clock, rememberedMs, () => platform.disk.measureRoom())
  const findWarning = rememberFor(clock, rememberedMs, () => platform.sealer.findWarning())
  return shareAnswer(async () => {
    const { database, shutdown } = platform
    const [databaseAnswers, storageAnswers, ofCertificates, room] = await Promise.all([
      answerInTime(database.ping().then(() => true)),
      answerInTime(checkStorage()),
      answerInTime(findWarning()),
      measureRoom(),
    ])
    const ofReaderKeys = findReaderKeyWarning(platform.readerKeys, clock.now())
    const ofLists = platform.issuerLists.findWarning()
    const warning = [ofCertificates, ofReaderKeys, ofLists, platform.mailer.findWarning?.()]
      .filter(Boolean)
      .join(' ')
    const passing = explainTemporaryOutage(shutdown.announced.aborted, hasStarted())
    const full = isDiskFull(room) ? 'The disk that the data lies on is full.' : null
    const reason = full ?? passing
    const toAnswer = (isGood: boolean): Answer => (isGood ? 'ok' : 'failing')
    return {
      ready: reason === null && databaseAnswers !== undefined && storageAnswers !== undefined,
      parts: {
        database: toAnswer(databaseAnswers !== undefined),
        ...(server ? { postgresql: server } : {}),
        storage: toAnswer(storageAnswers !== undefined),
        disk: judgeDiskLevel(room),
        ...(reason ? { reason } : {}),
        ...(warning ? { warning } : {}),
      },
    }
  })
}

/** Why a healthy process temporarily doesn't serve; null if it serves. */
function explainTemporaryOutage(leaves: boolean, hasStarted: boolean): string | null {
  if (leaves) return 'This process is about to stop.'
  return hasStarted ? null : 'This process is starting.'
}

/** Longer than a healthy part ever takes to answer, and shorter than the timeout of the callers. */
const answerTimeoutMs = 3000

/** The answer within the timeout; undefined after an error or a timeout. */
function answerInTime<T>(answer: Promise<T>): Promise<T | undefined> {
  return waitAtMost(
    answerTimeoutMs,
    answer.catch(() => undefined),
  )
}

const listed = 100

/** Blocks all external content; the mail's own styles apply only inside its sandboxed frame. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'none'; frame-ancestors 'self'"

/** The mails in the outbox, to read during development: below /dev, whose middleware admits only this machine. */
function createOutboxRoutes(outbox: Outbox): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.use('/dev/outbox/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('Content-Security-Policy', policy)
    c.header('X-Frame-Options', 'SAMEORIGIN')
  })

  app.get('/dev/outbox', async (c) => {
    const mails = await outbox.listNewest(listed)
    if (doesWantJson(c.req.header('accept'))) return c.json(mails)
    return c.html(
      renderPage('Outbox', mails.length === 0 ? html`<p>No mail has been sent yet.</p>` : renderList(mails)),
    )
  })

  app.get('/dev/outbox/:name', async (c) => {
    const mail = await outbox.find(c.req.param('name'))
    if (!mail) return c.notFound()
    if (doesWantJson(c.req.header('accept'))) return c.json(mail)
    return c.html(renderPage(mail.subject, renderBody(mail)))
  })

  app.get('/dev/outbox/:name/html', async (c) => {
    const mail = await outbox.find(c.req.param('name'))
    return mail ? c.html(withInlineMark(mail.html)) : c.notFound()
  })
  return app
}

function doesWantJson(accept: string | undefined): boolean {
  return accept?.includes('application/json') ?? false
}

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

function renderPage(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #ddd; padding: 0.4rem; text-align: left; vertical-align: top }
pre { background: #f6f6f6; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
iframe { border: 1px solid #ddd; height: 40rem; width: 100% }
</style></head>
<body><h1>${title}</h1>${content}</body>
</html>`
}

function renderList(mails: OutboxMail[]): Html {
  return html`<table>
<thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${mails.map(
    (mail) =>
      html`<tr><td>${mail.sentAt}</td><td>${mail.to}</td><td><a href="/dev/outbox/${mail.name}">${mail.subject}</a></td></tr>`,
  )}</tbody>
</table>`
}

function renderBody(mail: OutboxMail): Html {
  return html`<p>To ${mail.to}, ${mail.sentAt}. <a href="/dev/outbox">All mails</a></p>
<pre>${renderWithLinks(mail.text)}</pre>
<h2>As HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/dev/outbox/${mail.name}/html" title="The mail as HTML"></iframe>`
}

function renderWithLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

export { createMetrics, type Metrics } from './metrics.ts'
export { observeParts } from './parts-metrics.ts'
