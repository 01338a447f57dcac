import { expect, it } from 'vitest'
import { isRecoverySession } from './use-password-reset.ts'

const stored = (claims: unknown) =>
  JSON.stringify({ access_token: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x` })

it('recognises a session that began with a mailed link', () => {
  expect(isRecoverySession(stored({ amr: [{ method: 'recovery', timestamp: 1 }] }))).toBe(true)
  expect(isRecoverySession(stored({ amr: [{ method: 'otp', timestamp: 1 }], name: '☂ÿ?>' }))).toBe(true)
})

it('requires the current password for every other session, and without one (PASSWORD-10)', () => {
  expect(isRecoverySession(stored({ amr: [{ method: 'password', timestamp: 1 }] }))).toBe(false)
  expect(isRecoverySession(stored({}))).toBe(false)
  expect(isRecoverySession(null)).toBe(false)
  expect(isRecoverySession('{"access_token":"nonsense"}')).toBe(false)
})
