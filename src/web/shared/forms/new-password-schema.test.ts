import { describe, expect, it } from 'vitest'
import { makeNewPasswordSchema } from '../../features/accounts/new-password.tsx'
import { pickFirstMessages } from './use-schema-form.ts'

const faults = (values: Record<string, string>, asksCurrent = false) => {
  const parsed = makeNewPasswordSchema({ asksCurrent }).safeParse(values)
  return parsed.success ? {} : pickFirstMessages(parsed.error.issues)
}

describe('a new password', () => {
  it.each([
    ['Sh0rt', 'Password must be at least 8 characters'],
    ['nouppercase1', 'Password must contain at least one uppercase letter'],
    ['NOLOWERCASE1', 'Password must contain at least one lowercase letter'],
    ['NoNumberHere', 'Password must contain at least one number'],
  ])('is refused for %s with the specified text (PASSWORD-2)', (newPassword, message) => {
    expect(faults({ newPassword, confirmPassword: newPassword })).toEqual({ newPassword: message })
  })

  it('reports a difference of the two at the confirmation (PASSWORD-3)', () => {
    expect(faults({ newPassword: 'Correct1horse', confirmPassword: 'correct1horse' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
  })

  it('requires the current one only where it is asked for', () => {
    const values = { newPassword: 'Correct1horse', confirmPassword: 'Correct1horse' }
    expect(faults(values)).toEqual({})
    expect(faults(values, true)).toEqual({ currentPassword: 'Password must be at least 6 characters' })
    expect(faults({ ...values, currentPassword: 'old-one' }, true)).toEqual({})
  })
})
