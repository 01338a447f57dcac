import { logIn, makePerson, type Person, register, sessionKey, signIn } from './actions/account.ts'
import { copyAndWaitForTick } from './actions/database.ts'
import { type BrowserContext, expect, type Page, test } from './test.ts'

// One account is used by the whole file; tests that end its session sign in again, and the last one ends all sessions.
test.describe.configure({ mode: 'default' })

/** For a poll that advances the page's clock itself. */
const quickly = { intervals: [50] }

let person: Person
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>

test.beforeAll(async ({ browser }) => {
  person = makePerson('Greta Maria Holm')
  const context = await browser.newContext()
  await register(await context.newPage(), person)
  signedIn = await context.storageState()
  await context.close()
})

async function theirPage(page: Page, path: string): Promise<Page> {
  const { origins } = signedIn
  const stored = origins[0]?.localStorage ?? []
  await page.addInitScript((items) => {
    if (sessionStorage.getItem('begun')) return
    sessionStorage.setItem('begun', 'yes')
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, stored)
  await page.goto(path)
  return page
}

const storedSession = (page: Page) =>
  page.evaluate((key): Record<string, unknown> => JSON.parse(localStorage.getItem(key) ?? '{}'), sessionKey)

/** Sets the stored session to expire in this many seconds, by this browser's clock. */
const endSessionIn = (page: Page, seconds: number) =>
  page.evaluate(
    ([key, left]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      session.expires_at = Math.floor(Date.now() / 1000) + left
      localStorage.setItem(key, JSON.stringify(session))
    },
    [sessionKey, seconds] as const,
  )

test('a signed-in person has a menu on the landing page, and a session in local storage with exactly the specified members (PUBLIC-3, SESSION-1)', async ({
  page,
}) => {
  await theirPage(page, '/')
  await page.getByRole('button', { name: 'Greta Maria Holm' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  expect(Object.keys(await storedSession(page)).toSorted()).toEqual(
    ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'user'].toSorted(),
  )
})

test('a session lasts as long as the page where storage is unavailable, and the plan is read with it (SESSION-18)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const close = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: close })
    // As Firefox does.
    window.BroadcastChannel = class {
      constructor() {
        close()
      }
    } as unknown as typeof BroadcastChannel
  })
  await logIn(page, person)
  await page.getByRole('link', { name: 'Subscription' }).click()
  await expect(page.getByText('No active subscription')).toBeVisible()
  await expect(page.getByText('Subscription Error')).toHaveCount(0)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
})

test("the sidebar shows the person's name, collapses with ctrl or cmd plus b, and stays collapsed for 7 days (SHELL-1, SHELL-2)", async ({
  page,
  context,
}) => {
  await theirPage(page, '/dashboard')
  const bar = page.getByRole('complementary')
  await expect(bar.getByRole('link', { name: 'Assent home' })).toHaveAttribute('href', '/')
  await expect(bar.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expect(bar).toContainText(person.fullName)
  await expect(bar).toContainText(person.email)
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveText([
    'Dashboard',
    'Age Verification',
    'Person Verification',
    'History',
    'Legal Consult',
    'Subscription',
    'Settings',
  ])
  const width = async () => Math.round((await bar.boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(16 * 16)
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBe(3 * 16)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('false')
  expect(Math.round(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(7)
  await page.reload()
  await expect.poll(width).toBe(3 * 16)
  await page.keyboard.press('Meta+b')
  await expect.poll(width).toBe(16 * 16)
})

test('below 768 px the sidebar is a drawer over the page, which closes on navigation (SHELL-3)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 800 })
  await theirPage(page, '/dashboard')
  const drawer = page.getByRole('dialog', { name: 'Main navigation' })
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
  await expect(drawer).toBeHidden()
  await page.keyboard.press('Control+b')
  await expect(drawer).toBeVisible()
  expect(Math.round((await drawer.boundingBox())?.width ?? 0)).toBe(18 * 16)
  await drawer.getByRole('link', { name: 'History' }).click()
  await page.waitForURL('**/history')
  await expect(drawer).toBeHidden()
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(page.getByRole('complementary')).toBeVisible()
})

test('the dashboard has its two tabs, the three latest items, and after 300 ms the subscription card (HOME-3, HOME-5, HOME-7)', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() })
  await page.clock.pauseAt(Date.now() + 60_000)
  await theirPage(page, '/dashboard')
  await expect(page.getByRole('tab')).toHaveText(['Features', 'Recent Activity'])
  let planAsked = false
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/subscription') planAsked = true
  })
  await page.clock.runFor(299)
  await storedSession(page)
  expect(planAsked).toBe(false)
  await page.clock.runFor(1)
  await expect.poll(() => planAsked).toBe(true)
  await page.clock.resume()
  const asked = page.waitForRequest('**/api/verifications?limit=3')
  await page.getByRole('tab', { name: 'Recent Activity' }).click()
  await asked
  await expect(page.getByText('No recent verification activity.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible()
})

test('the confirmation mail can be sent again, and a failure is shown (HOME-2)', async ({ page }) => {
  await theirPage(page, '/dashboard')
  const resend = page.getByRole('button', { name: 'Resend verification email' })
  const asked = page.waitForRequest('**/auth/v1/resend*')
  await resend.click()
  const request = await asked
  expect(request.postDataJSON()).toMatchObject({ type: 'signup', email: person.email })
  await expect(page.getByText('Verification email sent')).toBeVisible()
  await expect(page.getByText('Please check your inbox for the verification link')).toBeVisible()

  // The journeys run without rate limits, so the answer to a second press is scripted here.
  await page.route('**/auth/v1/resend*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '42', 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'over_email_send_rate_limit', message: 'For security purposes, ...' },
    }),
  )
  await resend.click()
  await expect(page.getByText('Failed to send verification email')).toBeVisible()
  await expect(page.getByText('You can ask for another in 42 seconds.')).toBeVisible()

  await page.route('**/auth/v1/resend*', (route) => route.abort())
  await resend.click()
  await expect(page.getByText('Please try again later')).toBeVisible()
})

test('the settings change the full name, show the email, and report errors (SETTINGS-1, SETTINGS-3, SETTINGS-7)', async ({
  page,
}) => {
  await theirPage(page, '/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Settings')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expect(page.getByText('Email cannot be changed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Account Security' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
  await expect(page.getByText('Coming soon')).toBeVisible()

  const name = page.getByLabel('Full name')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await name.fill('x'.repeat(201))
  await save.click()
  await expect(page.getByText('Name must be at most 200 characters')).toBeVisible()
  await name.fill('Greta Lind')
  await save.click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText('Greta Lind')

  await page.route('**/api/profile', (route) => route.abort())
  await name.fill('Greta Berg')
  await save.click()
  await expect(page.getByText('Profile Update Failed')).toBeVisible()
  await expect(page.getByText('There was a problem updating your profile.')).toBeVisible()
  await expect(name).toHaveValue('Greta Berg')

  await page.evaluate(() => localStorage.clear())
  await save.click()
  await expect(page.getByText('User not found')).toBeVisible()
})

test('the history reports a failed load in each tab (HISTORY-7)', async ({ page }) => {
  await page.route('**/api/verifications?*', (route) => route.fulfill({ status: 500, body: '' }))
  await theirPage(page, '/history')
  const toast = (title: string, text: string) =>
    page.locator('[data-toast=error]').filter({ hasText: title }).filter({ hasText: text })
  await expect(toast('Error', 'An unexpected error occurred while loading your verifications')).toBeVisible()
  await page.getByRole('tab', { name: 'Age Verifications' }).click()
  await expect(toast('Error loading data', 'Failed to load age verifications')).toBeVisible()
  await page.getByRole('tab', { name: 'Person Verifications' }).click()
  await expect(toast('Error loading data', 'Failed to load person verifications')).toBeVisible()
})

test("the legal page has the signed-in person's sidebar, and copies its address (PUBLIC-14, PUBLIC-15)", async ({
  page,
}) => {
  await page.goto('/legal-consult')
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
  await theirPage(page, '/legal-consult')
  await expect(page.getByRole('complementary')).toContainText(person.email)
  await page.clock.install({ time: Date.now() })
  await copyAndWaitForTick(page, page.getByRole('button', { name: 'Copy email' }), () =>
    expect(page.getByText('Copied!')).toBeVisible(),
  )
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.getByLabel('Legal team email').inputValue(),
  )

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  })
  await page.getByRole('button', { name: 'Copy email' }).click()
  await expect(page.getByText('Failed to copy')).toBeVisible()
  await expect(page.getByText('Please try again or copy manually')).toBeVisible()
})

test('the legal page is protected against shortcuts, right-click, drag, selection, recording and print (PROTECT-2, PROTECT-3, PROTECT-6)', async ({
  page,
}) => {
  await theirPage(page, '/legal-consult')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page.locator('[data-watermark]')).toHaveAttribute('data-watermark', new RegExp(person.email))
  await heading.click({ button: 'right' })
  await expect(page.getByText('Right-click Disabled')).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page.getByText('Action Blocked')).toBeVisible()
  await page.evaluate(() => navigator.mediaDevices.getDisplayMedia().catch(() => {}))
  await expect(page.getByText('Screen Recording Blocked')).toBeVisible()
  const dragIsBlocked = () =>
    heading.evaluate(
      (node) => !node.dispatchEvent(new Event('dragstart', { bubbles: true, cancelable: true })),
    )
  expect(await dragIsBlocked()).toBe(true)
  await expect(page.locator('body')).toHaveCSS('user-select', 'none')

  await page.getByRole('button', { name: 'Allow copying' }).click()
  await expect(page.getByText('Security Disabled')).toBeVisible()
  expect(await dragIsBlocked()).toBe(false)
  await expect(page.locator('body')).toHaveCSS('user-select', 'auto')
  await page.getByRole('button', { name: 'Block copying again' }).click()
  await expect(page.getByText('Security Enabled')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(heading).toBeHidden()
})

test('the session is refreshed within 3 ticks of 30 s of its end, and not before (SESSION-3)', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, person)
  await page.goto('/dashboard')
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes += 1
  })
  await endSessionIn(page, 220)
  const { expires_at: endsAt } = await storedSession(page)
  const countSecondsLeft = async () => Number(endsAt) - (await page.evaluate(() => Date.now())) / 1000
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let secondsLeft = await countSecondsLeft()
  while (refreshes === 0 && secondsLeft > 0) {
    await page.clock.runFor(10_000)
    secondsLeft = await countSecondsLeft()
  }
  expect(secondsLeft).toBeLessThanOrEqual(120)
  expect(secondsLeft).toBeGreaterThan(60)
})

test('an expired session survives an auth service that answers 502, 503, 504 or nothing (SESSION-8)', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, person)
  await page.goto('/dashboard')
  const troubles = [502, 503, 504, null]
  let tries = 0
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
    const status = troubles[tries % troubles.length]
    tries += 1
    return status ? route.fulfill({ status, body: '' }) : route.abort()
  })
  await endSessionIn(page, -10)
  await page.reload()
  tries = 0
  await expect.poll(() => tries).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      await page.clock.runFor(2000)
      return tries
    }, quickly)
    .toBeGreaterThanOrEqual(8)
  await page.clock.runFor(30_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /)

  await page.unrouteAll()
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000)
      const { expires_at: endsAt } = await storedSession(page)
      return Number(endsAt) * 1000 - Date.now()
    }, quickly)
    .toBeGreaterThan(60_000)
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test('one tab signs the other in and out, and back to its earlier page (SHELL-8)', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(page, person)
  await other.waitForURL('**/dashboard')
  await other.goto('/history')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  // Awaited from the start, because a toast is only shown for seconds.
  const told = other.getByText('Your session has ended').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('You have been logged out of your account')).toBeVisible()
  await other.waitForURL('**/login')
  await told

  await logIn(page, person)
  await other.waitForURL('**/history')
})

test("a log out that couldn't reach the server is reported, and still ends the session here (SHELL-6)", async ({
  page,
}) => {
  await signIn(page, person)
  await page.goto('/')
  await page.route('**/auth/v1/logout*', (route) => route.abort())
  await page.getByRole('button', { name: /^Greta/ }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByText('Error logging out')).toBeVisible()
  await expect(page.getByText('There was a problem logging out')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign up', exact: true })).toBeVisible()
  expect(await storedSession(page)).toEqual({})
})

test('Change Password asks for the current one, keeps this device signed in and signs the others out (SETTINGS-5)', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage()
  await signIn(other, person)
  await signIn(page, person)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill('not-the-one')
  await page.getByLabel('New password', { exact: true }).fill('Bright-Lantern-77')
  await page.getByLabel('Confirm password').fill('Bright-Lantern-77')
  const update = page.getByRole('button', { name: 'Update Password' })
  await update.click()
  await expect(page.getByText('Password not updated')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill(person.password)
  await update.click()
  await expect(page.getByText('Password Updated')).toBeVisible()
  person.password = 'Bright-Lantern-77'
  await other.goto('/history')
  await other.waitForURL('**/login')
  await other.context().close()
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})

test('all other devices can be signed out at once (SETTINGS-6)', async ({ page, browser }) => {
  const others = await Promise.all([1, 2].map(async () => (await browser.newContext()).newPage()))
  for (const one of [...others, page]) await signIn(one, person)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Log all other devices out' }).click()
  await expect(page.getByText('Your other devices were logged out')).toBeVisible()
  for (const other of others) {
    await other.goto('/history')
    await other.waitForURL('**/login')
    await other.context().close()
  }
  await page.reload()
  await expect(page.getByText('This device')).toBeVisible()
})
