import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { countWrongCodes } from '../accounts/index.ts'
import { countOverdueWork } from '../due-work/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isFromThisMachine } from '../http/own-machine.ts'
import type { DatabaseServer } from '../platform/database/index.ts'
import { readQueueDepth } from '../platform/jobs/index.ts'
import { countLostMails } from '../platform/mail/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { measureAhead } from '../platform/time-source/index.ts'
import { countUnsealed } from '../records/index.ts'
import { answerInTime } from './in-time.ts'
import type { Metrics } from './metrics.ts'
import { createOutboxRoutes } from './outbox-routes.ts'
import { createReadiness } from './readiness.ts'

type OperationsOptions = {
  metrics: Metrics
  metricsAnywhere: boolean
  hasStarted: () => boolean
  server?: DatabaseServer
}

/** What the people who run the product ask it (RUN-4, RUN-5), and on a developer's own machine the mails. */
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
    if (!metricsAnywhere && !mayReadMetrics(c, platform.settings)) return next()
    // A database that does not answer is told by /readyz; the rest is still worth reading, then above all, by who waits 10 s for it.
    await Promise.all([
      answerInTime(countOverdueWork(platform).then(metrics.setOverdue)),
      answerInTime(readQueueDepth(platform.database).then(metrics.setQueue)),
      answerInTime(countUnsealed(platform.database).then(metrics.setSealsPending)),
      answerInTime(countLostMails(platform.database, platform.clock.now()).then(metrics.setLostMails)),
      answerInTime(countWrongCodes(platform).then(metrics.setWrongCodes)),
      answerInTime(measureAhead(platform.database, platform.clock).then(metrics.setClockAhead)),
      answerInTime(platform.sealer.readTakenBack().then(metrics.setTakenBack)),
    ])
    metrics.setPool(platform.database.pool())
    metrics.setCertificateEnds(platform.sealer.certificateEnds)
    const { body, contentType } = await metrics.render()
    return c.body(body, 200, { 'Content-Type': contentType })
  })

  const { outbox } = platform.mailer
  if (outbox && platform.settings.localOnly) routes.route('/', createOutboxRoutes(outbox))

  return routes
}

/**
 * Whoever shows the token; without it only this machine, and only where no others are served: a proxy on this machine that adds no header
 * and writes its upstream's name as the Host, which is what several do unasked, looks exactly like a reader on this machine.
 */
function mayReadMetrics(c: Context<AppEnv>, { localOnly, metricsToken }: Settings): boolean {
  if (metricsToken !== null && isSame(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`))
    return true
  return localOnly && isFromThisMachine(c)
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
