import { Hono } from 'hono'
import { createAccountsRoutes } from './accounts/routes.ts'
import { createApiDescriptionRoutes } from './api-description/routes.ts'
import { createDocumentReadingsRoutes, createDocumentsRoutes } from './documents/routes.ts'
import { createFeedbackRoutes } from './feedback.ts'
import type { AppEnv } from './http/app-env.ts'
import { answerRoomOptions, bodyRoomOptions } from './http/body-room.ts'
import { noteClientAddress } from './http/client.ts'
import {
  apiHeaders,
  assignRequestId,
  observeRequests,
  setAnswerHeaders,
  showDevelopmentPages,
  speakToClients,
  speakToReader,
} from './http/middleware.ts'
import { answerProblem, findOutage, noteOutage, refuse, retryAfterSeconds } from './http/problem.ts'
import { createLiveRoutes } from './live/routes.ts'
import { createLocalHelpRoutes } from './local-help.ts'
import { createMetrics, createOperationsRoutes, type Metrics } from './operations/routes.ts'
import { createPlansRoutes } from './plans/routes.ts'
import type { DatabaseServer } from './platform/database/index.ts'
import { describeError } from './platform/logging/index.ts'
import type { Platform } from './platform/platform.ts'
import { createFairQueue } from './platform/waiting/index.ts'
import { createPrivacyRoutes } from './privacy/routes.ts'
import { createRecordsRoutes } from './records/routes.ts'
import {
  createDraftsRoutes,
  createEmailChoicesRoutes,
  createThirdPartyRoutes,
  createVerificationsRoutes,
} from './verifications/routes.ts'
import { createWalletsRoutes } from './wallets/routes.ts'
import { type Build, createWebPagesRoutes } from './web-pages/routes.ts'

export type AppOptions = {
  /** The web build to serve; without it only the API is served. */
  build?: Build
  metrics?: Metrics
  /** Whether `/metrics` answers other machines too. */
  metricsAnywhere?: boolean
  /** Whether everything besides the app has started, such as the job workers. */
  hasStarted?: () => boolean
  /** The PostgreSQL server, for `/readyz`. */
  server?: DatabaseServer
}

/**
 * The whole product behind one `fetch`. All its dependencies are passed in and it has no global state, so tests call
 * `app.request()` on it.
 */
export function createApp(platform: Platform, options: AppOptions = {}): Hono<AppEnv> {
  const { settings, logger } = platform
  const metrics = options.metrics ?? createMetrics({ process: false })
  const bodyRoom = createFairQueue(bodyRoomOptions)
  const answerRoom = createFairQueue(answerRoomOptions)
  const app = new Hono<AppEnv>()

  app.use(assignRequestId(settings.trustProxy))
  app.use(
    observeRequests((request) => {
      logger.info(request, 'request')
      metrics.count(request)
    }),
  )
  app.use(speakToReader)
  app.use('/auth/*', speakToClients)
  app.use(noteClientAddress(settings.trustProxy))
  app.use((c, next) => {
    c.set('bodyRoom', bodyRoom)
    c.set('answerRoom', answerRoom)
    return next()
  })
  app.use(setAnswerHeaders(settings.publicUrl))
  app.use('/dev/*', showDevelopmentPages(settings))
  for (const prefix of ['/api/*', '/auth/*', '/functions/*']) app.use(prefix, apiHeaders)

  app.route(
    '/',
    createOperationsRoutes(platform, {
      metrics,
      metricsAnywhere: options.metricsAnywhere ?? false,
      hasStarted: options.hasStarted ?? (() => true),
      ...(options.server ? { server: options.server } : {}),
    }),
  )
  app.route('/', createAccountsRoutes(platform))
  app.route('/', createApiDescriptionRoutes(platform))
  app.route('/', createDocumentReadingsRoutes(platform))
  app.route('/', createDocumentsRoutes(platform))
  app.route('/', createDraftsRoutes(platform))
  app.route('/', createFeedbackRoutes(platform))
  app.route('/', createLiveRoutes(platform))
  app.route('/', createPlansRoutes(platform))
  app.route('/', createPrivacyRoutes(platform))
  app.route('/', createRecordsRoutes(platform))
  app.route('/', createThirdPartyRoutes(platform))
  app.route('/', createEmailChoicesRoutes(platform))
  app.route('/', createLocalHelpRoutes(platform))
  app.route('/', createVerificationsRoutes(platform))
  app.route('/', createWalletsRoutes(platform))

  // An unknown path of the API answers a problem document, never a page.
  for (const prefix of ['/api/*', '/auth/*', '/functions/*'])
    app.all(prefix, (c) => answerProblem(c, refuse('not_found')))
  if (options.build) {
    app.route(
      '/',
      createWebPagesRoutes(options.build, {
        https: settings.publicUrl.startsWith('https:'),
        readNow: () => platform.clock.now(),
        site: {
          ...settings,
          documentReading: platform.documentReader !== null,
          // A list may be fetched later, and these pages are written once.
          wallets: platform.wallets.offered.length > 0 || platform.issuerLists.types.length > 0,
          vouchers: describeVouchers(platform.vouchers),
        },
      }),
    )
  }
  app.notFound((c) => answerProblem(c, refuse('not_found')))

  app.onError((error, c) => {
    const outage = findOutage(error)
    if (outage) noteOutage(logger, c, error, outage)
    else logger.error({ requestId: c.get('requestId'), error: describeError(error) }, 'a request failed')
    const refusal = outage
      ? refuse('temporarily_unavailable', { retryAfterSeconds })
      : refuse('unexpected_failure')
    return answerProblem(c, refusal)
  })
  return app
}

/** `age` where none of them has a name. */
function describeVouchers({ offered }: Platform['vouchers']): 'on' | 'age' | 'off' {
  if (offered.length === 0) return 'off'
  return offered.some(({ hasName }) => hasName) ? 'on' : 'age'
}
