import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { refuse, toProblem } from '../http/problem.ts'
import { holdToTable } from './hold-to-table.ts'

const prices = { prices: [], defaultPriceId: 'price_1', simulated: true }
const problemType = { 'content-type': 'application/problem+json' }

async function askFor(path: string, answer: () => Response) {
  const app = new Hono<AppEnv>().all('*', answer)
  holdToTable(app)
  return app.request(path)
}

it.each([
  ['a member more', () => Response.json({ ...prices, secret: 'sk_1' })],
  ['a member less', () => Response.json({ prices: [] })],
  ['another status', () => Response.json(prices, { status: 201 })],
  ['another media type', () => new Response(JSON.stringify(prices))],
  [
    'a refusal that is another endpoint’s',
    () => Response.json(toProblem(refuse('link_closed'), undefined), { status: 410, headers: problemType }),
  ],
  [
    'a refusal under another status',
    () =>
      Response.json(toProblem(refuse('unexpected_failure'), undefined), {
        status: 502,
        headers: problemType,
      }),
  ],
])('rejects %s', async (_, answer) => {
  await expect(askFor('/api/prices', answer)).rejects.toThrow('GET /api/prices answers')
})

it('rejects a body where the table has none, and a file of another type', async () => {
  const wordy = new Hono<AppEnv>().all('*', () => new Response('Done', { status: 202 }))
  holdToTable(wordy)
  await expect(wordy.request('/api/records/1/link', { method: 'POST' })).rejects.toThrow('Done')
  const file = () => new Response('<p>', { headers: { 'content-type': 'text/html' } })
  await expect(askFor('/api/records/1/files/record.pdf', file)).rejects.toThrow('text/html')
})
