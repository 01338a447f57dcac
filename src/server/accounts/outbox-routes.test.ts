import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createAuthCaller, registration } from '../testing/auth-caller.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('shows the mails, each with its link to click, and runs nothing that they contain', async () => {
  const empty = await test.app.request('/dev/outbox')
  expect(await empty.text()).toContain('No mail has been sent yet.')

  const auth = createAuthCaller(test)
  await auth.signUp('ann@example.org', { data: { ...registration, full_name: '<script>alert(1)</script>' } })
  const link = await auth.mailedLink('ann@example.org')
  const list = await test.app.request('/dev/outbox')
  expect(list.status).toBe(200)
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'")
  const path = /href="(\/dev\/outbox\/[^"]+\.eml)"/.exec(await list.text())?.[1] ?? ''
  const mail = await (await test.app.request(path)).text()
  expect(mail).toContain('Confirm your email address')
  expect(mail).toContain(`href="${link.href.replaceAll('&', '&amp;')}"`)
  const html = await test.app.request(`${path}/html`)
  expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await html.text()).not.toContain('<script')
})

it('answers JSON to programs', async () => {
  const response = await test.app.request('/dev/outbox', { headers: { Accept: 'application/json' } })
  expect(await response.json()).toMatchObject([
    { to: 'ann@example.org', subject: 'Confirm your email address' },
  ])
})

it('opens no other file', async () => {
  for (const name of ['..%2Fconfig.eml', '%2Fetc%2Fpasswd', 'missing.eml', 'x']) {
    expect((await test.app.request(`/dev/outbox/${name}`)).status).toBe(404)
  }
})

it('is not there in production', async () => {
  const app = createApp({ ...test.platform, settings: { ...test.platform.settings, production: true } })
  expect((await app.request('/dev/outbox')).status).toBe(404)
})
