import { fillRegistration, makeAccount, makePerson, sessionKey, signIn, signUp } from './actions/account.ts'
import { expectAccessible } from './actions/layout.ts'
import { linkInMail } from './actions/mail.ts'
import { expect, type Page, test } from './test.ts'

const ends = (page: Page, path: string) =>
  page.waitForURL((url) => url.pathname + url.search === path && url.host === new URL(page.url()).host)

async function typeLogin(page: Page, person: { email: string; password: string }): Promise<void> {
  // The address changes before the page renders, and the previous page may have an email field too.
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

test('from /history by login, registration and login again a person ends on /history (PAGE-17)', async ({
  page,
}) => {
  const person = makePerson('Hilda Page')
  await makeAccount(page, person)
  await page.goto('/history?tab=age')
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/register')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await page.waitForURL('**/login')
  await typeLogin(page, person)
  await ends(page, '/history?tab=age')
})

test('a registration and its confirmation in another browser end on the requested page (PAGE-17)', async ({
  page,
  browser,
}) => {
  const person = makePerson('Rosa Page')
  await page.goto('/history')
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await ends(page, '/history')

  const phone = await (await browser.newContext()).newPage()
  await phone.goto(await linkInMail(page, person.email, /confirm/i))
  await phone.getByLabel('Password', { exact: true }).fill(person.password)
  await phone.getByRole('button', { name: 'Confirm my email' }).click()
  await ends(phone, '/history')
  await phone.context().close()
})

test('a forgotten password, reset in another browser, ends on the requested page (PAGE-17)', async ({
  page,
  browser,
}) => {
  const person = makePerson('Fritz Page')
  await makeAccount(page, person)
  await page.goto('/consent-form/6f0d0f8c-6b4e-4a0e-9d5e-3f1d2c3b4a59')
  await page.waitForURL('**/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const phone = await (await browser.newContext()).newPage()
  await phone.goto(await linkInMail(page, person.email, /password/i))
  await phone.getByLabel('New password', { exact: true }).fill('Calm-meadow-81')
  await phone.getByLabel('Confirm password', { exact: true }).fill('Calm-meadow-81')
  await phone.getByRole('button', { name: 'Update Password' }).click()
  await phone.waitForURL('**/login')
  await typeLogin(phone, { ...person, password: 'Calm-meadow-81' })
  await ends(phone, '/consent-form/6f0d0f8c-6b4e-4a0e-9d5e-3f1d2c3b4a59')
  await phone.context().close()
})

test('every redirect address in a mailed link stays on this site (PAGE-4, MAIL-9)', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL))) elsewhere.push(request.url())
  })
  for (const path of ['//evil.example/', '/.//evil.example/', '/%2F%2Fevil.example/', '/\\evil.example/']) {
    const person = makePerson('Eva Careful')
    await signUp(page, person)
    const link = new URL(await linkInMail(page, person.email, /confirm/i))
    link.searchParams.set('redirect_to', baseURL + path)
    await page.goto(link.href)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.waitForURL((url) => url.origin === baseURL && ['/', '/dashboard'].includes(url.pathname))
  }
  expect(elsewhere.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([])
})

test('a link that scanners have opened still works; an invalid one, or none, asks for no input and offers a new one (PASSWORD-8, PASSWORD-12, MAIL-1, MAIL-7)', async ({
  page,
}) => {
  const person = makePerson('Sam Scanned')
  await makeAccount(page, person)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  const link = await linkInMail(page, person.email, /password/i)
  for (let visit = 0; visit < 3; visit += 1) {
    await page.request.get(link)
    await page.request.head(link)
  }

  // However long the request takes, there is no field before its answer.
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/v1/links/look', async (route) => {
    await asked
    await route.continue()
  })
  const invalid = page.getByRole('heading', { name: 'Invalid Link' })
  await page.goto('/reset-password')
  await expect(invalid).toBeVisible()
  await page.goto('/reset-password?token_hash=invented')
  await expect(page.getByText('Checking your link…')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toBeHidden()
  answer()
  await expect(page.getByText('Invalid or expired link')).toBeVisible()
  await expect(page.getByText('Please request a new password reset link')).toBeVisible()
  await expect(invalid).toBeVisible()
  await expectAccessible(page, 'an invalid link')
  await page.getByRole('link', { name: 'Request New Link' }).click()
  await page.waitForURL('**/forgot-password')
  await page.unroute('**/auth/v1/links/look')

  await page.route('**/auth/v1/links/look', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'We couldn’t check your link' })).toBeVisible()
  await page.unroute('**/auth/v1/links/look')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByLabel('New password', { exact: true }).fill('Calm-meadow-81')
  await page.getByLabel('Confirm password', { exact: true }).fill('Calm-meadow-81')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Updated' })).toBeVisible()
  await page.goto(link)
  await expect(invalid).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toBeHidden()
})

test('a signed-in person sees a spinner at /login and /register from the first frame on (SIGNIN-3, SIGNIN-11)', async ({
  page,
}) => {
  await signUp(page, makePerson('Ina Signed'))
  for (const path of ['/login', '/register']) {
    // The page before its code has loaded.
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(path)
    await expect(page.getByText('You are logged in. One moment…')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeHidden()
    await page.unroute('**/*.js')
    await page.goto(path)
    await page.waitForURL('**/dashboard')
  }
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, 'no session')
  })
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText('You are logged in. One moment…')).toBeHidden()
})

test('a page that the browser kept for one person loads again for another, without what was typed (PAGE-55)', async ({
  page,
  context,
}) => {
  await signUp(page, makePerson('Eve Adler'))
  const eve = await page.evaluate((key) => localStorage.getItem(key) ?? '', sessionKey)
  await signUp(page, makePerson('Ada Byron'))
  await page.goto('/settings')
  const name = page.getByLabel('Full name')
  await name.fill('Ada King')
  const loaded = page.waitForEvent('load')
  // The browser keeps the page. In another tab, Eve chooses a language and logs in.
  await context.addCookies([{ name: 'language', value: 'de', url: page.url() }])
  await page.evaluate(
    ([key, session]) => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      localStorage.setItem(key, session)
      document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    },
    [sessionKey, eve] as const,
  )
  await loaded
  await expect(page.locator('main input[autocomplete="name"]')).toHaveValue('Eve Adler')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ada King')
})

test('a page that the browser kept goes on, or loads again if it can’t render any more (PAGE-55)', async ({
  page,
}) => {
  await page.clock.install()
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (this: MessagePort, ...sent: [unknown]) {
      if (!document.documentElement.dataset['loses']) postMessage.apply(this, sent)
    }
  })
  const returnTo = () =>
    page.evaluate((key) => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      delete document.documentElement.dataset['loses']
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      // A session that begins here afterwards.
      localStorage.setItem(key, JSON.stringify({ user: { id: 'somebody' } }))
      document.dispatchEvent(new Event('visibilitychange'))
      localStorage.removeItem(key)
    }, sessionKey)
  await page.goto('/login')
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''))
  await returnTo()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await page.clock.runFor(10_000)
  await expect(page.locator('html[data-kept]')).toHaveCount(1)

  // As WebKit loses them in a page that it keeps: here the answer to a press, with its page.
  await page.evaluate(() => document.documentElement.setAttribute('data-loses', 'messages'))
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await returnTo()
  await page.clock.runFor(10_000)
  await loaded
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeEnabled()
  await expect(page.locator('html[data-kept]')).toHaveCount(0)
})

test('after a confirmation on a phone, the desktop’s alert disappears within seconds, or when the page is visible again, and the tokens stay (HOME-8, SESSION-13)', async ({
  page,
  browser,
}) => {
  const rotations: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) rotations.push(request.url())
  })
  for (const isLive of [true, false]) {
    const person = makePerson('Dora Desktop')
    if (!isLive) await page.route('**/api/live', (route) => route.abort())
    await signUp(page, person)
    await page.goto('/dashboard')
    const alert = page.getByText('Please verify your email address')
    await expect(alert).toBeVisible()
    const phone = await (await browser.newContext()).newPage()
    await signIn(phone, person)
    await phone.goto(await linkInMail(page, person.email, /confirm/i))
    await phone.getByRole('button', { name: 'Confirm my email' }).click()
    await phone.waitForURL('**/dashboard')
    await phone.context().close()
    if (!isLive) await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(alert).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(alert).toBeHidden()
  }
  expect(rotations).toEqual([])
})

test('a confirmation link replaced by a newer one reports that the address is confirmed (MAIL-21)', async ({
  page,
}) => {
  const person = makePerson('Rita Replaced')
  await signUp(page, person)
  const first = await linkInMail(page, person.email, /confirm/i)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByText('Verification email sent')).toBeVisible()
  await expect.poll(() => linkInMail(page, person.email, /confirm/i)).not.toBe(first)
  const second = await linkInMail(page, person.email, /confirm/i)
  await page.goto(second)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.waitForURL('**/dashboard')
  for (const link of [first, second]) {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Your email is confirmed already' })).toBeVisible()
  }
})
