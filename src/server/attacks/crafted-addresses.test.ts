import { afterAll, beforeAll, expect, it } from 'vitest'
import { from } from '../testing/people.ts'
import { routeTable } from '../testing/route-table.ts'
import { createSixCallers, type SixCallers } from '../testing/six-callers.ts'

/** Values that no id, file name or hash can have, encoded for a URL. */
const crafted = [
  '%00',
  '%ff',
  '%zz',
  '%F0%9F%92%A9',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  "'%20OR%201=1--",
  '00000000-0000-0000-0000-000000000000',
  '-1',
  '1e999',
  'null',
  'x'.repeat(4000),
  'x',
  '%2e%2e%2fx',
  '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11%00',
  '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11%20',
]

let world: SixCallers
beforeAll(async () => {
  world = await createSixCallers()
})
afterAll(() => world.close())

it.each(Object.entries(routeTable).filter(([route]) => route.includes('/:')))(
  'no text in the path makes %s fail',
  async (route, row) => {
    const [method = '', pattern = ''] = route.split(' ')
    const body =
      method === 'GET'
        ? null
        : JSON.stringify(row.json?.(world) ?? { email: 'sam@example.com', code: '123456' })
    for (const text of crafted) {
      const address = pattern.replaceAll(/:\w+/g, text)
      for (const caller of ['signed out', 'owner', 'pass'] as const) {
        const headers = {
          ...world.makeHeaders(caller, row.passKind ?? 'gate'),
          'content-type': 'application/json',
        }
        const answer = await world.app.request(address, { method, body, headers }, from('192.0.2.7'))
        await answer.body?.cancel()
        expect(answer.status, `${caller} ${address.slice(0, 80)}`).toBeLessThan(500)
      }
    }
  },
)
