import { expect, test } from '@playwright/test'
import { logIn, register, somebody } from './actions/account.ts'
import { linkInMail } from './actions/mail.ts'

test('somebody registers, confirms, resets the password and signs another browser out', async ({
  page,
  browser,
}) => {
  const person = somebody('Greta Holm')
  await register(page, person)
  const resend = page.getByRole('button', { name: /resend/i })
  await expect(resend).toBeVisible()

  await page.goto(await linkInMail(page, person.email, /confirm/i))
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Greta')
  await expect(resend).toBeHidden()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset email sent').first()).toBeVisible()
  await page.goto(await linkInMail(page, person.email, /password/i))
  const proceed = page.getByRole('button', { name: /continue/i })
  const newPassword = page.getByLabel('New password', { exact: true })
  await expect(proceed.or(newPassword).first()).toBeVisible()
  if (await proceed.isVisible()) await proceed.click()
  await newPassword.fill('Bright-Lantern-77')
  await page.getByLabel('Confirm password', { exact: true }).fill('Bright-Lantern-77')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password Updated').first()).toBeVisible()
  await page.waitForURL((url) => url.pathname === '/login' || url.pathname === '/dashboard')

  const changed = { ...person, password: 'Bright-Lantern-77' }
  const second = await browser.newContext()
  const secondPage = await second.newPage()
  await secondPage.goto('/login')
  await secondPage.getByLabel('Email').fill(person.email)
  await secondPage.getByLabel('Password', { exact: true }).fill(person.password)
  await secondPage.getByRole('button', { name: 'Log In' }).click()
  await expect(secondPage.getByText('Login failed').first()).toBeVisible()
  await logIn(secondPage, changed)
  await secondPage.waitForURL((url) => url.pathname === '/dashboard')

  await logIn(page, changed)
  await page.goto('/settings')
  await page
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await secondPage.reload()
  await secondPage.waitForURL((url) => url.pathname === '/login')
  await second.close()
})

test('logging out leads to the landing page, however slowly that comes', async ({ page }) => {
  await page.clock.install()
  await register(page, somebody('Noor Haddad'))
  const held: (() => void)[] = []
  await page.route(/landing-page[^/]*\.js/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  // The gate's half second passes while the page is on its way.
  await expect(page.getByText('Logged out').first()).toBeVisible()
  await page.clock.runFor(2000)
  for (const release of held) release()
  await page.waitForURL((url) => url.pathname === '/')
})

test('a protected page sends to the login and back to where one wanted to go', async ({ page }) => {
  const person = somebody('Mei Tanaka')
  await register(page, person)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/history')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/history')
  await expect(page.getByRole('heading', { name: 'Verification History' })).toBeVisible()
})

test('a wrong password keeps what was typed and says what to do', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not-the-one')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Login failed').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled()
})
