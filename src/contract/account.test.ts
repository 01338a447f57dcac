import { describe, expect, it } from 'vitest'
import { loginSchema, makeRegistrationSchema, profileUpdateSchema, sexSchema } from './account.ts'

const whole = {
  fullName: 'Ann Example',
  email: 'ann@example.org',
  password: 'secret',
  dateOfBirth: '1990-05-17',
  address: '1 Example Street',
  sex: 'female',
  countryCode: '+44',
  phoneNumber: '7700 900123',
}
const registration = makeRegistrationSchema('2026-11-21')

/** The messages for a registration with these changes to a complete one. */
function faults(change: Record<string, unknown>): Record<string, string> {
  const issues = registration.safeParse({ ...whole, ...change }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('a login', () => {
  it("needs a valid email ('Please enter a valid email address') and a password of at least 6 ('Password must be at least 6 characters') (ERROR-4, SIGNIN-2)", () => {
    const messages = loginSchema
      .safeParse({ email: 'ann@', password: '12345' })
      .error?.issues.map(({ message }) => message)
    expect(messages).toEqual(['Please enter a valid email address', 'Password must be at least 6 characters'])
    expect(loginSchema.parse({ email: ' ann@example.org ', password: '123456' })).toEqual({
      email: 'ann@example.org',
      password: '123456',
    })
  })

  it('takes an address that was copied with marks of direction around it (WORDS-19)', () => {
    const copied = ' \u2066\u200fann@example.org\u2069 '
    expect(loginSchema.parse({ email: copied, password: '123456' }).email).toBe('ann@example.org')
    expect(registration.parse({ ...whole, email: copied }).email).toBe('ann@example.org')
  })
})

describe('a registration', () => {
  it('is accepted when it is complete', () => {
    expect(registration.parse(whole)).toEqual(whole)
  })

  it.each([
    ['fullName', 'A', 'Name must be at least 2 characters'],
    ['fullName', '  A  ', 'Name must be at least 2 characters'],
    ['email', 'ann', 'Please enter a valid email address'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['dateOfBirth', '2008-11-22', 'You must be at least 18 years old'],
    ['dateOfBirth', '', 'You must be at least 18 years old'],
    ['address', '1 St', 'Please enter your address'],
    ['sex', '', 'Please select your sex assigned at birth'],
    ['sex', 'unknown', 'Please select your sex assigned at birth'],
    ['countryCode', '', 'Country code is required'],
    ['countryCode', '+999', 'Country code is required'],
    ['phoneNumber', '1234', 'Please enter a valid phone number'],
    ['phoneNumber', 'call me', 'Please enter a valid phone number'],
  ])('is refused with %s %j: %s (SIGNUP-4)', (field, value, message) => {
    expect(faults({ [field]: value })).toEqual({ [field]: message })
  })

  it.each([
    ['fullName', 'Al'],
    ['password', '123456'],
    ['dateOfBirth', '2008-11-21'],
    ['address', '1 Rd.'],
    ['phoneNumber', '12345'],
  ])('accepts the shortest specified %s: %j (SIGNUP-4, PASSWORD-1)', (field, value) => {
    expect(faults({ [field]: value })).toEqual({})
  })

  it.each([
    ['fullName', 'x'.repeat(201), 'Name must be at most 200 characters'],
    ['address', 'x'.repeat(501), 'Address must be at most 500 characters'],
    ['password', 'x'.repeat(257), 'Password must be at most 256 characters'],
    ['fullName', 'Ann\0', 'Use one line with at least one letter or number, and no hidden characters'],
  ])('has its own message for a %s beyond the product’s limits (SIGNUP-6)', (field, value, message) => {
    expect(faults({ [field]: value })).toEqual({ [field]: message })
  })

  it('lists every faulty field at once (SIGNUP-4)', () => {
    const blank = Object.fromEntries(Object.keys(whole).map((field) => [field, '']))
    expect(Object.keys(faults(blank)).toSorted()).toEqual(Object.keys(whole).toSorted())
  })

  it('allows the sexes male, female and other (SIGNUP-2)', () => {
    expect(sexSchema.options).toEqual(['male', 'female', 'other'])
  })

  it('offers the specified country codes in the specified order (SIGNUP-2)', () => {
    expect(registration.shape.countryCode.options).toEqual(
      '+1 +44 +91 +61 +49 +33 +86 +81 +234 +27 +52 +55 +971 +966 +65'.split(' '),
    )
  })
})

describe('a changed profile', () => {
  it('has no minimum length for the full name (SETTINGS-2)', () => {
    for (const full_name of ['', 'A']) expect(profileUpdateSchema.parse({ full_name })).toEqual({ full_name })
  })

  it("can't change the email (SETTINGS-2)", () => {
    expect(profileUpdateSchema.parse({ full_name: 'Ann', email: 'other@example.org' })).toEqual({
      full_name: 'Ann',
    })
  })
})
