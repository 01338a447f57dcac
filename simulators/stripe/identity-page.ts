import { Hono } from 'hono'
import { html } from 'hono/html'
import { type IdentityOutcome, identityOutcomes, moveIdentitySession } from './identity-sessions.ts'
import { page } from './page.ts'
import type { SimulatedIdentitySession } from './records.ts'
import type { World } from './world.ts'

/** The hosted page: no document and no face, but what would be found in them, typed. */
export function createIdentityPage(world: World, origin: () => string): Hono {
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
    const outcome = identityOutcomes.find((one) => one === typed['outcome']) ?? 'verified'
    decide(session, outcome, {
      firstName: String(typed['givenNames'] ?? ''),
      lastName: String(typed['surname'] ?? ''),
      birthDate: String(typed['birthDate'] ?? ''),
    })
    return c.redirect(session.returnUrl, 303)
  })

  app.post('/identity/:id/cancel', (c) => {
    const session = waiting(c.req.param('id'))
    if (!session) return c.html(showClosed(), 410)
    moveIdentitySession(world, origin(), session, { status: 'canceled' }, 'canceled')
    return c.redirect(session.returnUrl, 303)
  })

  function decide(
    session: SimulatedIdentitySession,
    outcome: IdentityOutcome,
    read: { firstName: string; lastName: string; birthDate: string },
  ): void {
    moveIdentitySession(world, origin(), session, { status: 'processing', lastError: null }, 'processing')
    if (outcome !== 'verified') {
      const refused = { status: 'requires_input' as const, lastError: outcome }
      moveIdentitySession(world, origin(), session, refused, 'requires_input')
      return
    }
    const [year = 0, month = 0, day = 0] = read.birthDate.split('-').map(Number)
    const { firstName, lastName } = read
    const outputs = { firstName, lastName, dob: { year, month, day } }
    moveIdentitySession(world, origin(), session, { status: 'verified', outputs }, 'verified')
  }

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
        <form method="post" action="/identity/${session.id}/cancel"><button>Cancel</button></form>
      </div>`,
  )
}

function showClosed() {
  return page('Identity check', html`<div class="card"><h1>This check is closed</h1></div>`)
}
