import { makePerson, signUp } from './actions/account.ts'
import { findInLanguage } from './actions/in-language.ts'
import { expectAccessible } from './actions/layout.ts'
import { makeVerification } from './actions/verification.ts'
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
  expect([...new Set(stored)]).toEqual(['/offline'])

  await context.setOffline(true)
  await page.goto('/history')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expectAccessible(page, 'offline')

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You’re offline')
})

test('without a connection too, a page is in the language that was chosen last, and older offline pages are gone (WORDS-14)', async ({
  page,
  context,
}) => {
  // Without scripts, so without the worker.
  await page.goto('/healthz')
  await page.evaluate(() => caches.open('offline-older'))
  await page.goto('/about')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([expect.not.stringContaining('older')])
  const language = page.locator('html')
  const choose = (name: string) => page.locator('select[data-language]').selectOption(name)
  await choose('Deutsch')
  await expect(language).toHaveAttribute('lang', 'de')
  await context.setOffline(true)
  await page.goto('/check')
  findInLanguage(page, 'de')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(language).toHaveAttribute('lang', 'de')

  await context.setOffline(false)
  await page.goto('/about')
  await context.setOffline(true)
  await choose('العربية')
  await expect(language).toHaveAttribute('lang', 'ar')
  await expect(language).toHaveAttribute('dir', 'rtl')
})

test('without a choice, the offline page is in the browser’s language (WORDS-14)', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-AT', serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/about')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.goto('/check')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
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

test('a form whose styles couldn’t be downloaded at the first press is styled after the next (PAGE-52)', async ({
  page,
}) => {
  const creator = makePerson('Noor de Wit')
  await signUp(page, creator)
  const link = await makeVerification(page, creator, {
    fullName: 'Sam Park',
    email: 'sam@example.com',
    socialMediaName: '@sam',
  })
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await page.getByLabel('Your email').fill('sam@example.com')
  const lostPaths = /\/(gate|[^/]*\.css)$/
  await page.route(lostPaths, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await lost
  await page.unroute(lostPaths)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'No, thank you' })).toBeVisible()
  // Other styles may still be loading, for parts that come later.
  const findMissing = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ sheet }) => !sheet)
      .map(({ href }) => href)
  await expect.poll(() => page.evaluate(findMissing)).toEqual([])
})
