import { fillRegistration, logIn, makeAccount, makePerson, register, signUp } from './actions/account.ts'
import { linkInMail } from './actions/mail.ts'
import { holdFiles } from './actions/steps.ts'
import { expect, type Page, test } from './test.ts'

/**
 * Returns a function that tells whether the page has requested the code of the login page since, which any navigation
 * there does first.
 */
function leavingForLogin(page: Page): () => Promise<boolean> {
  let isLeaving = false
  page.on('request', (request) => {
    if (/\/login-page[^/]*\.js/.test(request.url())) isLeaving = true
  })
  return async () => {
    // The page's answer comes after the events of all earlier requests.
    await page.evaluate(() => document.readyState)
    return isLeaving
  }
}

test('a person registers, confirms, resets the password, is refused with the old one and signs another browser out (SIGNUP-7, PASSWORD-9, HOME-2, SIGNIN-5)', async ({
  page,
  browser,
}) => {
  const person = makePerson('Greta Holm')
  // Awaited from the start, because a toast is only shown for seconds.
  const told = page
    .locator('[data-toast]')
    .filter({ hasText: 'Registration successful' })
    .filter({ hasText: 'Your account has been created. Please verify your email.' })
    .waitFor()
  await register(page, person)
  await told
  const resend = page.getByRole('button', { name: /resend/i })
  await expect(resend).toBeVisible()

  await page.goto(await linkInMail(page, person.email, /confirm/i))
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await expect(page.getByText('Email address confirmed')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Greta')
  await expect(resend).toBeHidden()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset email sent').first()).toBeVisible()
  await expect(page.getByText('Please check your email for a password reset link')).toBeVisible()
  await page.clock.install()
  await page.goto(await linkInMail(page, person.email, /password/i))
  const proceed = page.getByRole('button', { name: /continue/i })
  const newPassword = page.getByLabel('New password', { exact: true })
  await expect(proceed.or(newPassword).first()).toBeVisible()
  if (await proceed.isVisible()) await proceed.click()
  await newPassword.fill('Password123')
  await page.getByLabel('Confirm password', { exact: true }).fill('Password124')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).fill('Password123')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('This password is one of the first that people guess')).toBeVisible()
  await expect(newPassword).toBeFocused()
  await expect(newPassword).toHaveValue('Password123')
  await newPassword.fill(person.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password reset failed')).toBeVisible()
  await newPassword.fill('Bright-Lantern-77')
  await page.getByLabel('Confirm password', { exact: true }).fill('Bright-Lantern-77')
  await page.clock.pauseAt(Date.now() + 60_000)
  const leaves = leavingForLogin(page)
  await page.getByRole('button', { name: 'Update Password' }).click()
  const updated = page.getByRole('heading', { name: 'Password Updated' })
  await expect(updated).toBeVisible()
  await page.clock.runFor(2900)
  expect(await leaves()).toBe(false)
  await expect(page.getByText('Password reset successful')).toBeVisible()
  await expect(page.getByText('Your password has been updated')).toBeVisible()
  await page.clock.runFor(100)
  await page.waitForURL((url) => url.pathname === '/login')
  await page.clock.resume()

  const changed = { ...person, password: 'Bright-Lantern-77' }
  const second = await browser.newContext()
  const secondPage = await second.newPage()
  await secondPage.goto('/login')
  await secondPage.getByLabel('Email').fill(person.email)
  await secondPage.getByLabel('Password', { exact: true }).fill(person.password)
  await secondPage.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(secondPage.getByText('Login failed').first()).toBeVisible()
  await expect(secondPage.getByText(/Please check your credentials and try again\./)).toBeVisible()
  await expect(secondPage.getByLabel('Email')).toHaveValue(person.email)
  await expect(secondPage.getByRole('button', { name: 'Log In', exact: true })).toBeEnabled()
  await logIn(secondPage, changed)
  await secondPage.waitForURL((url) => url.pathname === '/dashboard')

  await logIn(page, changed)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log it out' }).first().click()
  await expect(page.getByText('Device logged out').first()).toBeVisible()
  await secondPage.reload()
  await secondPage.waitForURL((url) => url.pathname === '/login')
  await second.close()
})

test('logging out leads to the landing page, however slowly that loads (SHELL-6)', {
  tag: '@slow',
}, async ({ page }) => {
  await page.clock.install()
  await signUp(page, makePerson('Noor Haddad'))
  await page.goto('/dashboard')
  const landingPage = /landing-page[^/]*\.js/
  const release = await holdFiles(page, landingPage)
  const asked = page.waitForRequest(landingPage)
  await page.getByRole('button', { name: 'Log out' }).click()
  // The half second of the sign-in check passes while the page is loading.
  await expect(page.getByText('Logged out').first()).toBeVisible()
  await page.clock.runFor(2000)
  await asked
  release()
  await page.waitForURL((url) => url.pathname === '/')
})

test('a protected page redirects to the login, which returns to the requested page (PAGE-3, SIGNIN-3)', async ({
  page,
}) => {
  const person = makePerson('Mei Tanaka')
  await makeAccount(page, person)
  await page.goto('/history')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL('**/history')
  await expect(page.getByRole('heading', { name: 'Verification History' })).toBeVisible()
  await expect(page.getByText('Login successful')).toBeVisible()
  // The passkey suggestion ends with the page, which isn't a failure.
  expect(await page.getByText('Login failed').count()).toBe(0)
  await expect(page.getByText('Welcome to Assent, Mei.')).toBeVisible()
})

test('a protected page shows a spinner for half a second before the login (PAGE-3)', {
  tag: '@slow',
}, async ({ page }) => {
  await page.clock.install({ time: '2026-11-21T10:00:00Z' })
  await page.clock.pauseAt('2026-11-21T10:01:00Z')
  await page.goto('/settings')
  const leaves = leavingForLogin(page)
  const spinner = page.getByText('Checking that you’re logged in…')
  await expect(spinner).toBeVisible()
  await page.clock.runFor(499)
  expect(await leaves()).toBe(false)
  await expect(spinner).toBeVisible()
  await page.clock.runFor(1)
  await page.waitForURL('**/login')
})

test('the login sends nothing more while it is busy, and unlocks at once after a failure (SIGNIN-4)', {
  tag: '@slow',
}, async ({ page }) => {
  let sent = 0
  let fail = () => {}
  await page.route('**/auth/v1/token*', async (route) => {
    sent += 1
    await new Promise<void>((resolve) => {
      fail = resolve
    })
    await route.abort()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('ada@example.com')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Quiet-harbour-42')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await password.press('Enter')
  await expect.poll(() => sent).toBe(1)
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeDisabled()
  await password.press('Enter')
  fail()
  await expect(page.getByText('Login failed')).toBeVisible()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeEnabled()
  expect(sent).toBe(1)
})

test('the registration reports missing data, sends the specified data, and reports a failure until the next one succeeds (SIGNUP-4, SIGNUP-8, SIGNUP-13, ERROR-7, PAGE-16)', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/register')
  const create = page.getByRole('button', { name: 'Create account' })
  await create.click()
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Password must be at least 6 characters',
    'You must be at least 18 years old',
    'Please enter your address',
    'Please select your sex assigned at birth',
    'Country code is required',
    'Please enter a valid phone number',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Full name')).toBeFocused()

  const sent = page.waitForRequest('**/auth/v1/signup*')
  await page.route('**/auth/v1/signup*', (route) => route.abort(), { times: 1 })
  const person = makePerson('Ada Byron')
  await fillRegistration(page, person)
  await create.click()
  const request = await sent
  expect(new URL(request.url()).searchParams.get('redirect_to')).toBe(
    `${new URL(page.url()).origin}/dashboard`,
  )
  expect(request.postDataJSON()).toMatchObject({
    email: person.email,
    password: person.password,
    data: {
      full_name: 'Ada Byron',
      date_of_birth: person.dateOfBirth,
      address: '1 Harbour Street, Bristol',
      sex: 'female',
      phone_number: '+447700 900123',
    },
  })
  const toast = (title: string) => page.locator('[data-toast]').filter({ hasText: title })
  await expect(toast('Registration failed')).toBeVisible()
  await expect(page.getByText('There was a problem creating your account.')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('1 Harbour Street, Bristol')
  await create.click()
  await expect(toast('Registration successful')).toBeVisible()
  await expect(toast('Registration failed')).toHaveCount(0)
})

test('a forgotten password requires a valid email, requests a link back to /reset-password, and reports a failure (PASSWORD-6, PASSWORD-7)', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/forgot-password')
  const email = page.getByLabel('Email')
  const send = page.getByRole('button', { name: 'Send Reset Link' })
  await email.fill('unknown')
  await send.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  const sent = page.waitForRequest('**/auth/v1/recover*')
  await page.route('**/auth/v1/recover*', (route) => route.abort())
  await email.fill('unknown@example.com')
  await send.click()
  expect(new URL((await sent).url()).searchParams.get('redirect_to')).toBe(
    `${new URL(page.url()).origin}/reset-password`,
  )
  await expect(page.getByText('An error occurred')).toBeVisible()
  await expect(page.getByText('Please try again later')).toBeVisible()
})

test('a person whose address has an account finds Log in and Forgot password beside it (SIGNUP-10)', async ({
  page,
}) => {
  const ada = makePerson('Ada Known')
  await makeAccount(page, ada)
  await page.goto('/register')
  await fillRegistration(page, ada)
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeHidden()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/User already registered/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveCount(2)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL('**/forgot-password')
})
