import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { findText, listTexts, parseForm } from './form-body.ts'
import { moveIdentitySession, presentIdentitySession } from './identity-sessions.ts'
import { apiVersion } from './present.ts'
import type { SimulatedIdentitySession } from './records.ts'
import type { World } from './world.ts'

const base = '/v1/identity/verification_sessions'

type Parts = { world: World; secretKey: string; origin: () => string }

/** The part of Stripe Identity's API that the product uses. Erasing takes an instant here, and up to four days there. */
export function createIdentityApi(parts: Parts): Hono {
  const app = new Hono()
  const answers = createAnswers(parts)
  app.use(`${base}/*`, async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${parts.secretKey}`)
      return answers.refuse(c, 401, 'Invalid API Key provided')
    return next()
  })
  addBeginning(app, parts, answers)
  addEnds(app, parts, answers)
  return app
}

type Answers = ReturnType<typeof createAnswers>

function createAnswers({ world, origin }: Parts) {
  function send(c: Context, status: ContentfulStatusCode, body: object): Response {
    c.header('Request-Id', world.newId('req'))
    c.header('Stripe-Version', apiVersion)
    return c.json(body, status)
  }
  const refuse = (c: Context, status: 400 | 401 | 404, message: string, code?: string) =>
    send(c, status, { error: { type: 'invalid_request_error', message, ...(code ? { code } : {}) } })
  return {
    refuse,
    refuseUnknown: (c: Context) => refuse(c, 404, 'No such verification session', 'resource_missing'),
    show: (c: Context, session: SimulatedIdentitySession, expand: string[] = []) =>
      send(c, 200, presentIdentitySession(session, origin(), expand)),
  }
}

function addBeginning(app: Hono, { world, origin }: Parts, { refuse, refuseUnknown, show }: Answers): void {
  const sessions = world.state.identitySessions
  const byKey = new Map<string, string>()

  app.post(base, async (c) => {
    const body = parseForm(await c.req.text())
    const returnUrl = findText(body, 'return_url')
    if (findText(body, 'type') !== 'document') return refuse(c, 400, 'The simulator checks documents only')
    if (!returnUrl || !URL.canParse(returnUrl)) return refuse(c, 400, 'Not a valid URL')
    const key = c.req.header('Idempotency-Key')
    const earlier = sessions[byKey.get(key ?? '') ?? '']
    if (earlier) return show(c, earlier)
    const session: SimulatedIdentitySession = {
      id: world.newId('vs'),
      clientReferenceId: findText(body, 'client_reference_id'),
      returnUrl,
      requiresSelfie: findText(body, 'options', 'document', 'require_matching_selfie') === 'true',
      status: 'requires_input',
      lastError: null,
      outputs: null,
      redaction: null,
      created: world.now(),
    }
    sessions[session.id] = session
    if (key) byKey.set(key, session.id)
    moveIdentitySession(world, origin(), session, {}, 'created')
    return show(c, session)
  })

  app.get(`${base}/:id`, (c) => {
    const session = sessions[c.req.param('id')]
    const expand = Object.values(listTexts(parseForm(new URL(c.req.url).search), 'expand'))
    return session ? show(c, session, expand) : refuseUnknown(c)
  })
}

function addEnds(app: Hono, { world, origin }: Parts, { refuse, refuseUnknown, show }: Answers): void {
  const sessions = world.state.identitySessions

  app.post(`${base}/:id/cancel`, (c) => {
    const session = sessions[c.req.param('id')]
    if (!session) return refuseUnknown(c)
    if (session.status !== 'requires_input') return refuse(c, 400, 'Only what waits can be cancelled')
    moveIdentitySession(world, origin(), session, { status: 'canceled' }, 'canceled')
    return show(c, session)
  })

  app.post(`${base}/:id/redact`, (c) => {
    const session = sessions[c.req.param('id')]
    if (!session) return refuseUnknown(c)
    if (session.redaction || session.status === 'processing')
      return refuse(c, 400, 'This verification session cannot be redacted')
    const isOpen = session.status === 'requires_input'
    const erased = { outputs: null, redaction: 'processing' as const }
    if (isOpen) moveIdentitySession(world, origin(), session, { ...erased, status: 'canceled' }, 'canceled')
    else Object.assign(session, erased)
    const answer = show(c, session)
    moveIdentitySession(world, origin(), session, { redaction: 'redacted' }, 'redacted')
    return answer
  })
}
