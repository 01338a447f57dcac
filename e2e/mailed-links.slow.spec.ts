import { makeAccount, makePerson, type Session, sessionKey, signUp } from './actions/account.ts'
import { expectAccessible } from './actions/layout.ts'
import { linkInMail } from './actions/mail.ts'
import { expect, type Page, test } from './test.ts'

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm my email' })
const storedSession = (page: Page) => page.evaluate((key) => localStorage.getItem(key), sessionKey)

/** The address fragment that once signed a person in. */
const toFragment = (session: Session) =>
  `#${new URLSearchParams({
    access_token: session['access_token'] ?? '',
    refresh_token: session['refresh_token'] ?? '',
    expires_in: '3600',
    expires_at: String(session['expires_at']),
    token_type: 'bearer',
    type: 'magiclink',
  })}`

test("a session in an address signs no person in and doesn't replace the signed-in person (SESSION-10)", async ({
  page,
}) => {
  const attackers = toFragment(await makeAccount(page, makePerson('Mallory Attacker')))
  await page.goto(`/age-confirmation${attackers}`)
  await page.waitForURL('**/login')
  expect(await storedSession(page)).toBeNull()

  const victim = makePerson('Vera Victim')
  await signUp(page, victim)
  for (const path of ['/age-confirmation', '/settings', '/reset-password', '/confirm']) {
    await page.goto('about:blank')
    await page.goto(path + attackers)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(JSON.parse((await storedSession(page)) ?? '{}').user.email).toBe(victim.email)
  }
  await page.goto('/settings')
  await expect(page.getByLabel('Email')).toHaveValue(victim.email)
})

test('a link for another account asks first, shows both addresses, and keeps the session of a person who stays (MAIL-2)', async ({
  page,
}) => {
  const other = makePerson('Otto Other')
  await makeAccount(page, other)
  const here = makePerson('Hedda Here')
  await signUp(page, here)

  const link = await linkInMail(page, other.email, /confirm/i)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You are logged in with another account' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(here.email)
  await expect(main).toContainText(other.email)
  await expect(confirm(page)).toBeHidden()
  await expectAccessible(page, 'another account')
  await page.getByRole('link', { name: `Stay logged in as ${here.email}` }).click()
  await page.waitForURL('**/dashboard')
  expect(JSON.parse((await storedSession(page)) ?? '{}').user.email).toBe(here.email)

  await page.goto(link)
  await page.getByRole('button', { name: `Go on as ${other.email}` }).click()
  await page.getByLabel('Password', { exact: true }).fill(other.password)
  await confirm(page).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Otto')
})

test("another browser asks for the registration's password, and keeps the typed data (MAIL-3)", async ({
  page,
}) => {
  const person = makePerson('Paula Phone')
  await makeAccount(page, person)
  const link = await linkInMail(page, person.email, /confirm/i)
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText(person.email)
  expect(await page.title()).not.toContain(person.email)
  const password = page.getByLabel('Password', { exact: true })
  await confirm(page).click()
  await expect(page.getByText('Enter the password you registered with')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('not-the-one')
  await password.press('Enter')
  await expect(page.getByText('This is not the password of the registration')).toBeVisible()
  await expect(password).toHaveValue('not-the-one')
  await expectAccessible(page, 'the password of the registration')
  await password.fill(person.password)
  await password.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Email address confirmed')).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email is confirmed already' })).toBeVisible()
})

test('the owner of an address that another person registered chooses a new password, which resets that registration (MAIL-4)', async ({
  page,
  browser,
}) => {
  const stranger = makePerson('Stan Stranger')
  const context = await browser.newContext()
  const strangersPage = await context.newPage()
  await signUp(strangersPage, stranger)
  await strangersPage.goto('/dashboard')
  await expect(strangersPage.getByRole('heading', { level: 1 })).toContainText('Stan')

  await page.goto(await linkInMail(page, stranger.email, /confirm/i))
  await page.getByRole('button', { name: 'I didn’t register, or I forgot the password' }).click()
  await expect(page.getByText(/everyone logged in to it is logged out/)).toBeFocused()
  await expectAccessible(page, 'a new password')
  await page.getByLabel('New password', { exact: true }).fill('Bright-Lantern-77')
  await page.getByLabel('Confirm password', { exact: true }).fill('Bright-Lantern-77')
  await confirm(page).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Stan')

  await strangersPage.reload()
  await strangersPage.waitForURL('**/login')
  await context.close()
})

test('an invalid link offers another (MAIL-7)', async ({ page }) => {
  await page.goto('/confirm#token=unknown&type=signup')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  const send = page.getByRole('button', { name: 'Send me a new link' })
  await send.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email').fill('unknown@example.com')
  await send.click()
  await expect(page.getByText(/If this address is waiting for a link/)).toBeVisible()
  await expectAccessible(page, 'a void link')
})

test('a link to a new password shows its account, and keeps another account signed in here (PASSWORD-8)', async ({
  page,
}) => {
  const other = makePerson('Rita Recover')
  await makeAccount(page, other)
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(other.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password reset email sent').first()).toBeVisible()
  const here = makePerson('Hugo Here')
  await signUp(page, here)

  await page.goto(await linkInMail(page, other.email, /password/i))
  await expect(page.getByRole('main')).toContainText(other.email)
  await expect(page.getByText(`You stay logged in here as ${here.email}.`)).toBeVisible()
  await expectAccessible(page, 'a new password for another account')
  await page.getByLabel('New password', { exact: true }).fill('Bright-Lantern-77')
  await page.getByLabel('Confirm password', { exact: true }).fill('Bright-Lantern-77')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText(`You are still logged in here as ${here.email}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hugo')
})
