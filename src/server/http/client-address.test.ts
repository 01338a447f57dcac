import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { ensureTraces, noteClientAddress, parseAddress, readTraces } from './client.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:DB8:0:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:51234', '2001:db8::1'],
  ['0x7f.1', null],
  ['203.0.113', null],
  ['2130706433', null],
  ['203.0.113.7.8:1', null],
  ['[203.0.113.7', null],
  ['unknown', null],
  ['_hidden', null],
  ['', null],
  [undefined, null],
])('reads %s as %s', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

it('marks the browser of a request behind https with a cookie that no other host of the domain can set (PRIVACY-25)', async () => {
  const settings = { publicUrl: 'https://assent.example', linkLifeDays: 30 }
  const app = new Hono<AppEnv>()
    .use(noteClientAddress(false))
    .post('/', (c) => c.json(ensureTraces(c, settings)))
    .get('/', (c) => c.json(readTraces(c)))
  const env = { incoming: { socket: { remoteAddress: '198.51.100.1' } } }
  const cookie = (await app.request('/', { method: 'POST' }, env)).headers.get('set-cookie') ?? ''
  const own =
    /^__Host-request-made-here=([\w-]{22}); Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/.exec(
      cookie,
    )
  expect(own, cookie).not.toBeNull()
  const headers = { cookie: `request-made-here=${'x'.repeat(22)}; __Host-request-made-here=${own?.[1]}` }
  expect(await (await app.request('/', { headers }, env)).json()).toMatchObject({ browser: own?.[1] })
})
