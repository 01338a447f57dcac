import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from '../../../simulators/stripe/stripe-simulator.ts'
import { rawRequest } from '../testing/raw-request.ts'

let simulator: StripeSimulator
let port: number
beforeAll(async () => {
  simulator = await startStripeSimulator({ deliver: async () => 200 })
  port = Number(new URL(simulator.origin).port)
})
afterAll(() => simulator.close())

/** Sends a request as a browser does; fetch would add headers of its own. */
async function askStatus(line: string, ...headers: string[]): Promise<number> {
  const head = [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Content-Length: 0', 'Connection: close']
  return (await rawRequest(port, [...head, ...headers])).status
}

const visit = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']

it.each([
  [['Origin: https://elsewhere.example', 'Sec-Fetch-Site: cross-site', ...visit]],
  [['Origin: http://127.0.0.1:4000', 'Sec-Fetch-Site: same-site', ...visit]],
  [['Origin: https://elsewhere.example']],
  [['Origin: null']],
  [['Sec-Fetch-Site: cross-site', ...visit]],
])('a page of another site can’t press a button of the payments simulator: %j (PAY-18)', async (headers) => {
  for (const path of ['/c/pay/any', '/c/pay/any/cancel', '/p/session/any/cancel', '/control/settle'])
    expect(await askStatus(`POST ${path}`, ...headers), path).toBe(403)
})

it('a page of another site can’t show the simulator in a frame', async () => {
  const framed = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe']
  expect(await askStatus('GET /c/pay/any', ...framed)).toBe(403)
})

it('a person can come from the plans page and press the simulator’s own buttons', async () => {
  expect(await askStatus('GET /c/pay/any', 'Sec-Fetch-Site: cross-site', ...visit)).toBe(404)
  const own = [`Origin: http://127.0.0.1:${port}`, 'Sec-Fetch-Site: same-origin', ...visit]
  expect(await askStatus('POST /c/pay/any', ...own)).toBe(404)
  expect(await askStatus('GET /control')).toBe(200)
})
