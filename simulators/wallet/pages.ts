import { Hono } from 'hono'
import { html } from 'hono/html'
import { definePage } from '../simulator-page.ts'
import {
  answerDigital,
  answerPosted,
  type DigitalRequest,
  type OpenidRequest,
  readRequest,
} from './answer-request.ts'
import { type AnswerKind, recipes } from './answers.ts'
import type { Issuer } from './issuer.ts'

/** Makes a page of the simulated wallet, with a notice at the top. */
const page = definePage(
  'simulated wallet',
  html`<strong>This is a simulator, not a wallet.</strong> It says what you press, of no real person, and
        nothing leaves this computer.`,
  { light: '#0f766e', dark: '#5eead4' },
)

/** The wallet's pages: the request, a button for each answer, and the result. */
export function createWalletPages(issuer: Issuer, now: () => Date): Hono {
  const app = new Hono()

  app.get('/', (c) =>
    c.html(
      page(
        'Simulated wallet',
        html`<div class="card"><h1>Simulated wallet</h1>
          <p>It is opened by the link or the QR code of a page that asks for a proof of age.</p></div>`,
      ),
    ),
  )

  app.get('/authorize', async (c) => {
    const query = new URL(c.req.url).searchParams
    const request = await readRequest(query).catch((error: Error) => error)
    if (request instanceof Error) return c.html(showRefused(request.message), 400)
    return c.html(askPage(request, JSON.stringify(request)))
  })

  app.post('/authorize', async (c) => {
    const form = await c.req.parseBody()
    const request = JSON.parse(String(form['request'] ?? '{}')) as OpenidRequest
    const kind = parseKind(form['answer'])
    const target = findLoopbackAddress(request.response_uri)
    if (!kind || !target) return c.text('nothing to answer', 400)
    const fields = await answerPosted(issuer, request, kind, now())
    const answered = await fetch(target, { method: 'POST', body: new URLSearchParams(fields) })
    const answer = (await answered.json()) as { redirect_uri?: string; title?: string }
    if (answer.redirect_uri) return c.redirect(answer.redirect_uri, 303)
    return c.html(showDone(answered.ok, answer.title ?? ''))
  })

  // Replaces the browser's dialog: takes the request of a page and its origin, and returns the credential.
  app.post('/digital-credentials', async (c) => {
    const asked = (await c.req.json()) as {
      requests: DigitalRequest[]
      protocol: string
      origin: string
      answer: string
    }
    const kind = parseKind(asked.answer)
    const request = asked.requests.find(({ protocol }) => protocol === asked.protocol)
    if (!kind || !request) return c.text('nothing to answer', 400)
    const { protocol, data } = await answerDigital(issuer, request, asked.origin, kind, now())
    return c.json({ protocol, data: data as Record<string, string> })
  })
  return app
}

function askPage({ client_id: client = '', dcql_query: { credentials } }: OpenidRequest, request: string) {
  const [{ meta, claims }] = credentials
  const buttons = Object.entries(recipes).map(
    ([kind, { words }]) =>
      html`<button name="answer" value="${kind}" ${kind === 'yes' ? html`class="primary"` : ''}>${words}</button>`,
  )
  return page(
    'What is asked',
    html`<div class="card"><h1>Somebody asks for a proof</h1>
        <dl>
          <dt>Who</dt><dd>${client.replace(/^redirect_uri:/, '').slice(0, 60)}…</dd>
          <dt>From</dt><dd>${meta.doctype_value}</dd>
          ${claims.map(
            ({ path, intent_to_retain: isKept }) =>
              html`<dt>What</dt><dd>${path.at(-1)}, ${isKept === false ? 'not kept' : 'perhaps kept'}</dd>`,
          )}
        </dl></div>
      <form class="card" method="post" action="/authorize"><h2>Answer</h2>
        <input type="hidden" name="request" value="${request}">${buttons}</form>`,
  )
}

function showRefused(why: string) {
  return page('Refused', html`<div class="card"><h1>This wallet refuses the request</h1><p>${why}</p></div>`)
}

function showDone(isAccepted: boolean, title: string) {
  return page(
    'Answered',
    html`<div class="card"><h1>${isAccepted ? 'The answer was taken' : 'The answer was refused'}</h1>
      <p>${isAccepted ? 'You can go back to the page that asked.' : title}</p></div>`,
  )
}

function parseKind(given: unknown): AnswerKind | null {
  return typeof given === 'string' && Object.hasOwn(recipes, given) ? (given as AnswerKind) : null
}

/** The address if it is on this machine, else null: the wallet connects only to this machine. */
function findLoopbackAddress(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname) ? address : null
}
