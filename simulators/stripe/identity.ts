import { Hono } from 'hono'
import { html } from 'hono/html'
import { type ApiCalls, type ApiParts, answerOk, listExpanded, refuseInvalid, refuseMissing } from './api.ts'
import { page } from './pages.ts'
import type { SimulatedIdentitySession, World } from './world.ts'

/** The results that the hosted page offers: verified, or one of Stripe's reasons for a failure. */
const identityOutcomes = [
  'verified',
  'document_expired',
  'document_unverified_other',
  'selfie_face_mismatch',
  'selfie_document_missing_photo',
  'consent_declined',
  'under_supported_age',
] as const
type SessionEvent = 'created' | 'processing' | 'verified' | 'requires_input' | 'canceled' | 'redacted'

/** The session in Stripe's format; sensitive fields only if they are expanded. */
function presentIdentitySession(
  session: SimulatedIdentitySession,
  origin: string,
  expand: string[] = [],
): object {
  const { outputs, redaction } = session
  const isOver = session.status === 'canceled' || session.status === 'verified'
  return {
    id: session.id,
    object: 'identity.verification_session',
    last_error: session.lastError ? { code: session.lastError, reason: 'As the simulator was told.' } : null,
    last_verification_report: buildReport(session, expand.includes('last_verification_report')),
    redaction: redaction ? { status: redaction } : null,
    status: session.status,
    url: isOver || redaction ? null : `${origin}/identity/${session.id}`,
    ...(expand.includes('verified_outputs')
      ? {
          verified_outputs: outputs && {
            first_name: outputs.firstName,
            last_name: outputs.lastName,
            ...(expand.includes('verified_outputs.dob') ? { dob: outputs.dob } : {}),
          },
        }
      : {}),
  }
}

function buildReport(session: SimulatedIdentitySession, isExpanded: boolean): unknown {
  if (session.status !== 'verified' && session.lastError === null) return null
  const id = `vr_${session.id.slice(3)}`
  if (!isExpanded) return id
  const isMatched = session.status === 'verified' && session.requiresSelfie
  return {
    id,
    object: 'identity.verification_report',
    selfie: session.requiresSelfie ? { status: isMatched ? 'verified' : 'unverified' } : null,
  }
}

/** Changes a session and emits Stripe's event with this name. */
function moveIdentitySession(
  world: World,
  session: SimulatedIdentitySession,
  change: Partial<SimulatedIdentitySession>,
  event: SessionEvent,
): void {
  Object.assign(session, change)
  world.emit(`identity.verification_session.${event}`, presentIdentitySession(session, world.origin()))
  world.keep()
}

/** The part of Stripe Identity's API that the product uses. A redaction is immediate; Stripe takes up to four days. */
export function addIdentityRoutes(calls: ApiCalls, { world }: ApiParts): void {
  const sessions = world.state.identitySessions
  const show = (session: SimulatedIdentitySession, expand: string[] = []) =>
    answerOk(presentIdentitySession(session, world.origin(), expand))
  const base = '/v1/identity/verification_sessions'

  calls.post(base, (_, body) => {
    const session: SimulatedIdentitySession = {
      id: world.newId('vs'),
      returnUrl: body.get('return_url') ?? '',
      requiresSelfie: body.get('options[document][require_matching_selfie]') === 'true',
      status: 'requires_input',
      lastError: null,
      outputs: null,
      redaction: null,
    }
    sessions[session.id] = session
    moveIdentitySession(world, session, {}, 'created')
    return show(session)
  })
  calls.get(`${base}/:id`, (id, query) => {
    const session = sessions[id]
    return session ? show(session, listExpanded(query)) : refuseMissing('verification session', 'id')
  })
  calls.post(`${base}/:id/redact`, (id) => {
    const session = sessions[id]
    if (!session) return refuseMissing('verification session', 'id')
    if (session.redaction || session.status === 'processing')
      return refuseInvalid('This verification session cannot be redacted')
    const isOpen = session.status === 'requires_input'
    const erased = { outputs: null, redaction: 'processing' as const }
    if (isOpen) moveIdentitySession(world, session, { ...erased, status: 'canceled' }, 'canceled')
    else Object.assign(session, erased)
    const answer = show(session)
    moveIdentitySession(world, session, { redaction: 'redacted' }, 'redacted')
    return answer
  })
}

/** The hosted page: its user types the results instead of showing a document and a face. */
export function createIdentityPage(world: World): Hono {
  const { identitySessions: sessions } = world.state
  const app = new Hono()
  const waiting = (id: string) => {
    const session = sessions[id]
    return session?.status === 'requires_input' && !session.redaction ? session : null
  }

  app.get('/identity/:id', (c) => {
    const session = waiting(c.req.param('id'))
    return session ? c.html(showForm(session)) : c.html(showClosed(), 410)
  })

  app.post('/identity/:id', async (c) => {
    const session = waiting(c.req.param('id'))
    if (!session) return c.html(showClosed(), 410)
    const typed = await c.req.parseBody()
    const move = (change: Partial<SimulatedIdentitySession>, event: SessionEvent) =>
      moveIdentitySession(world, session, change, event)
    move({ status: 'processing', lastError: null }, 'processing')
    const lastError = identityOutcomes.find((one) => one === typed['outcome']) ?? 'verified'
    if (lastError !== 'verified') move({ status: 'requires_input', lastError }, 'requires_input')
    else {
      const [year = 0, month = 0, day = 0] = String(typed['birthDate']).split('-').map(Number)
      const [firstName, lastName] = [String(typed['givenNames'] ?? ''), String(typed['surname'] ?? '')]
      move({ status: 'verified', outputs: { firstName, lastName, dob: { year, month, day } } }, 'verified')
    }
    return c.redirect(session.returnUrl, 303)
  })

  return app
}

function showForm(session: SimulatedIdentitySession) {
  return page(
    'Identity check',
    html`<div class="card">
        <h1>Check a document and a face</h1>
        <p class="soft">Nothing is photographed here. Type what a document would show.</p>
        ${session.lastError ? html`<p class="error" role="alert">The last try: ${session.lastError}</p>` : ''}
        <form method="post" action="/identity/${session.id}" autocomplete="off">
          <label for="given">Given names</label><input id="given" name="givenNames" required>
          <label for="surname">Surname</label><input id="surname" name="surname" required>
          <label for="born">Date of birth</label><input id="born" name="birthDate" type="date" required>
          <label for="outcome">What is found</label>
          <select id="outcome" name="outcome">
            ${identityOutcomes.map((one) => html`<option>${one}</option>`)}
          </select>
          <button class="primary">Submit</button>
        </form>
      </div>`,
  )
}

function showClosed() {
  return page('Identity check', html`<div class="card"><h1>This check is closed</h1></div>`)
}
