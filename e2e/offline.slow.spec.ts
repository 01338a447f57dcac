import { makePerson, signUp } from './actions/account.ts'
import { expectAccessible } from './actions/layout.ts'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('a plain page reports the missing connection, and no personal data was ever stored (PAGE-12)', async ({
  page,
  context,
}) => {
  await signUp(page, makePerson('Noor de Wit'))
  await page.goto('/dashboard')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  for (const path of ['/history', '/settings', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const stored = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toEqual(['/offline'])

  await context.setOffline(true)
  await page.goto('/history')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expectAccessible(page, 'offline')

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You’re offline')
})

test('a page stays when the code of its messages can’t be downloaded, and shows them after a later press (PAGE-52)', async ({
  page,
}) => {
  const code = '**/assets/toast-region-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('noor@example.com')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.unroute(code)
  await page.getByRole('heading', { name: 'Check your email' }).click()
  await expect(page.getByText('Password reset email sent')).toBeVisible()
})
