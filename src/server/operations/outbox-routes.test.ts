import { expect, it } from 'vitest'
import { createAuthCaller, registration } from '../testing/auth-caller.ts'
import { from } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()

/** Sends a request as a browser on this machine does. */
const read = (path: string, headers: Record<string, string> = {}) =>
  test.app.request(path, { headers: { host: 'localhost:3000', ...headers } }, from('127.0.0.1'))

it('shows the mails, each with its link to click, and runs no scripts in them (MAIL-15)', async () => {
  const empty = await read('/dev/outbox')
  expect(await empty.text()).toContain('No mail has been sent yet.')

  const auth = createAuthCaller(test)
  await auth.signUp('ann@example.org', { data: { ...registration, full_name: '<script>alert(1)</script>' } })
  const link = await auth.mailedLink('ann@example.org')
  const list = await read('/dev/outbox')
  expect(list.status).toBe(200)
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'")
  const path = /href="(\/dev\/outbox\/[^"]+\.eml)"/.exec(await list.text())?.[1] ?? ''
  const mail = await (await read(path)).text()
  expect(mail).toContain('Confirm your email address')
  expect(mail).toContain(`href="${link.href.replaceAll('&', '&amp;')}"`)
  const html = await read(`${path}/html`)
  expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await html.text()).not.toContain('<script')
})

it('answers JSON to programs', async () => {
  const response = await read('/dev/outbox', { accept: 'application/json' })
  expect(await response.json()).toMatchObject([
    { to: 'ann@example.org', subject: 'Confirm your email address' },
  ])
})

it('opens no other file', async () => {
  for (const name of ['..%2Fconfig.eml', '%2Fetc%2Fpasswd', 'missing.eml', 'x']) {
    expect((await read(`/dev/outbox/${name}`)).status).toBe(404)
  }
})
