import { beforeAll, expect, it } from 'vitest'
import { createAuthCaller, registration, type TestSession } from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
let session: TestSession
beforeAll(async () => {
  session = await auth.signUp('ann@example.org')
})

it.each([
  [{}, 'Required'],
  [{ full_name: 7 }, 'Expected string, received number'],
  [{ full_name: null }, 'Expected string, received null'],
  [{ full_name: ['Ann'] }, 'Expected string, received array'],
  [{ full_name: 'x'.repeat(201) }, 'Name must be at most 200 characters'],
  [{ full_name: 'Ann\0' }, 'Use one line with at least one letter or number, and no hidden characters'],
  [{ full_name: 'Ann \ud800' }, 'Use one line with at least one letter or number, and no hidden characters'],
])(
  "refuses the profile %j with the form's message, and keeps the old one (SIGNUP-6, SETTINGS-2)",
  async (body, message) => {
    const refused = await auth.call('PATCH', '/api/profile', { token: session.accessToken, body })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'full_name', message }],
    })
    const kept = await auth.call('GET', '/api/profile', { token: session.accessToken })
    expect(kept.body).toMatchObject({ fullName: registration.full_name })
  },
)
