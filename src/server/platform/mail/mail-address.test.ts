import { expect, it } from 'vitest'
import { isMailAddress } from './mail.ts'

it.each(['ann@example.org', "o'neil+tag@sub.example.org", 'zoë@example.org', 'root@localhost'])(
  'accepts %s',
  (address) => {
    expect(isMailAddress(address)).toBe(true)
  },
)

it.each([
  'ann@example.org\r\nBcc: eve@example.org',
  'ann@example.org\n',
  'ann@example.org\u0000',
  'ann@example.org,eve@example.org',
  'Ann <ann@example.org>',
  'ann@example.org;eve@example.org',
  'ann example@example.org',
  'ann@eve@example.org',
  '@example.org',
  'ann@',
  '',
  `${'a'.repeat(320)}@example.org`,
])('refuses %j', (address) => {
  expect(isMailAddress(address)).toBe(false)
})
