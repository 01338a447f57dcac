import { expect, it } from 'vitest'
import { toNetwork } from './client-network.ts'

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
