import { Hono } from 'hono'
import { accountsRoutes } from './accounts/routes.ts'
import { apiDescriptionRoutes } from './api-description/index.ts'
import { documentReadingsRoutes } from './document-readings/routes.ts'
import { documentsRoutes } from './documents/routes.ts'
import { draftsRoutes } from './drafts/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { answerHeaders, apiHeaders } from './http/answer-headers.ts'
import type { AppEnv } from './http/app-env.ts'
import { bodyLimits } from './http/body-limits.ts'
import { answerRoomLimits, createBodyRoom } from './http/body-room.ts'
import { clientAddress } from './http/client-address.ts'
import { developmentPages } from './http/development-pages.ts'
import { observeRequests } from './http/observe-requests.ts'
import { findOutage, noteOutage, retryAfterSeconds } from './http/outage.ts'
import { problemResponse } from './http/problem.ts'
import { refuse } from './http/refusal.ts'
import { requestId } from './http/request-id.ts'
import { identityChecksRoutes } from './identity-checks/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { createMetrics, type Metrics, operationsRoutes } from './operations/index.ts'
import { plansRoutes } from './plans/routes.ts'
import { describeError } from './platform/logging/index.ts'
import type { Platform } from './platform/platform.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { recordsRoutes } from './records/routes.ts'
import { thirdPartyRoutes } from './third-party/routes.ts'
import { verificationsRoutes } from './verifications/routes.ts'
import { walletsRoutes } from './wallets/routes.ts'
import { type Build, webPagesRoutes } from './web-pages/index.ts'

export type AppOptions = {
  /** The web build to serve; without one there is only the API. */
  build?: Build
  metrics?: Metrics
  /** Whether `/metrics` answers other machines too. */
  metricsAnywhere?: boolean
}

/** The whole product behind one `fetch`: everything it stands on comes in, nothing is global, so tests call `app.request()` on it. */
export function createApp(platform: Platform, options: AppOptions = {}): Hono<AppEnv> {
  const { settings, logger } = platform
  const metrics = options.metrics ?? createMetrics({ process: false })
  const bodyRoom = createBodyRoom()
  const answerRoom = createBodyRoom(answerRoomLimits)
  const app = new Hono<AppEnv>()

  app.use(requestId(settings.trustProxy))
  app.use(
    observeRequests((request) => {
      logger.info(request, 'request')
      metrics.count(request)
    }),
  )
  app.use(clientAddress(settings.trustProxy))
  app.use((c, next) => {
    c.set('bodyRoom', bodyRoom)
    c.set('answerRoom', answerRoom)
    return next()
  })
  app.use(answerHeaders(settings.publicUrl))
  app.use('/dev/*', developmentPages(settings))
  for (const prefix of ['/api/*', '/auth/*', '/functions/*']) app.use(prefix, apiHeaders)
  for (const prefix of ['/api/*', '/functions/*']) app.use(prefix, bodyLimits)

  app.route('/', operationsRoutes(platform, { metrics, metricsAnywhere: options.metricsAnywhere ?? false }))
  app.route('/', accountsRoutes(platform))
  app.route('/', apiDescriptionRoutes(platform))
  app.route('/', documentReadingsRoutes(platform))
  app.route('/', documentsRoutes(platform))
  app.route('/', draftsRoutes(platform))
  app.route('/', feedbackRoutes(platform))
  app.route('/', identityChecksRoutes(platform))
  app.route('/', liveRoutes(platform))
  app.route('/', plansRoutes(platform))
  app.route('/', privacyRoutes(platform))
  app.route('/', recordsRoutes(platform))
  app.route('/', thirdPartyRoutes(platform))
  app.route('/', verificationsRoutes(platform))
  app.route('/', walletsRoutes(platform))

  // An unknown address of the API is a problem, never a page.
  for (const prefix of ['/api/*', '/auth/*', '/functions/*'])
    app.all(prefix, (c) => problemResponse(c, refuse('not_found')))
  if (options.build) {
    app.route(
      '/',
      webPagesRoutes(options.build, {
        https: settings.publicUrl.startsWith('https:'),
        site: {
          ...settings,
          documentReading: platform.documentReader !== null,
          wallets: platform.wallets.offered.length > 0,
          identityChecks: platform.identityProvider.name !== null,
        },
      }),
    )
  }
  app.notFound((c) => problemResponse(c, refuse('not_found')))

  app.onError((error, c) => {
    const outage = findOutage(error)
    if (outage) noteOutage(logger, c, error, outage)
    else logger.error({ requestId: c.get('requestId'), error: describeError(error) }, 'a request failed')
    const refusal = outage
      ? refuse('temporarily_unavailable', { retryAfterSeconds })
      : refuse('unexpected_failure')
    return problemResponse(c, refusal)
  })
  return app
}
