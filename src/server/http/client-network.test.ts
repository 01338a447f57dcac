import { expect, it } from 'vitest'
import type { RateLimit } from '../platform/rate-limits/index.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { consumeForClient, resetForClient, toNetwork } from './client.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s as %s (ERROR-9)', (ip, network) => {
  expect(toNetwork(ip)).toBe(network)
})

const test = testAppForFile()
const limit = (name: string): RateLimit => ({ name, points: 5, seconds: 60 })

/** Counts the requests let through when these clients make `tries` each, one after the other. */
async function countAllowed(name: string, ips: string[], tries: number): Promise<number> {
  let allowed = 0
  for (const ip of ips) {
    for (let time = 0; time < tries; time += 1) {
      if ((await consumeForClient(test.platform.rateLimits, limit(name), ip)).allowed) allowed += 1
    }
  }
  return allowed
}

it('gives a /56 four times the points of a /64 and a /48 sixteen times, however many clients are in them (ERROR-70)', async () => {
  const inOne56 = Array.from({ length: 40 }, (_, at) => `2001:db8:1:${(0x100 + at).toString(16)}::1`)
  const inOne48 = Array.from({ length: 200 }, (_, at) => `2001:db8:2:${(at * 256).toString(16)}::1`)
  expect(await countAllowed('one64', ['2001:db8::1', '2001:db8::2'], 6)).toBe(5)
  expect(await countAllowed('one56', inOne56, 1)).toBe(20)
  expect(await countAllowed('one48', inOne48, 1)).toBe(80)
  expect(await countAllowed('one48', ['2001:db8:3::1'], 1)).toBe(1)
  expect(await countAllowed('one48', ['203.0.113.7'], 6)).toBe(5)
})

it('gives points back to each network (ERROR-70)', async () => {
  await countAllowed('back', ['2001:db8::1'], 5)
  await resetForClient(test.platform.rateLimits, limit('back'), '2001:db8::1')
  expect(await countAllowed('back', ['2001:db8::1'], 6)).toBe(5)
})
