import { Secret, TOTP } from 'otpauth'
import { logIn, makePerson, register } from './actions/account.ts'
import { linkInMail, mailsTo } from './actions/mail.ts'
import { expect, type Page, test } from './test.ts'

/** A code of the app, this many steps of 30 s from now. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.waitForURL((url) => url.pathname === '/')
}

test('a person sets up an authenticator app, and logs in with a code, a recovery code, and without either (TWOSTEP-10, TWOSTEP-11, TWOSTEP-9)', async ({
  page,
}) => {
  const person = makePerson('Tess Okafor')
  await register(page, person)
  await page.goto(await linkInMail(page, person.email, /confirm/i))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.waitForURL('**/dashboard')

  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Authenticator app' })
  await card.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await card.locator('code').textContent()) ?? ''
  await card.getByLabel('Code that the app shows').fill('000000')
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('That code isn’t right')).toBeVisible()
  await card.getByLabel('Code that the app shows').fill(codeOf(secret))
  await card.getByRole('button', { name: 'Continue' }).click()
  const codes = card.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await card.getByRole('button', { name: 'I’ve kept them' }).click()
  await expect(card.getByText('10 recovery codes left.')).toBeVisible()
  await expect.poll(() => mailsTo(page, person.email, /authenticator app was set up/)).toHaveLength(1)
  await logOut(page)

  await logIn(page, person)
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Enter the code', { exact: true })).toBeVisible()
  // A code is accepted once, so this is the next one.
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tess')
  // Requests that were refused before the code succeed without a reload.
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('main')).not.toContainText('We need a code')
  await logOut(page)

  await logIn(page, person)
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByRole('dialog', { name: 'Enter a recovery code' })
  await recovery.getByLabel('Recovery code').fill(recoveryCode)
  await recovery.getByRole('button', { name: 'Continue' }).click()
  await expect(recovery).toBeHidden()
  await page.goto('/settings')
  await expect(card.getByText('9 recovery codes left.')).toBeVisible()
  await logOut(page)

  await logIn(page, person)
  await dialog.getByRole('button', { name: 'I’ve lost my app' }).click()
  await page.getByRole('button', { name: 'Remove my app in three days' }).click()
  await expect(dialog.getByText('Your app will be removed')).toBeVisible()
  await expect.poll(() => mailsTo(page, person.email, /will be removed/)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Keep my app' }).click()
  await expect(dialog.getByText('Your app will be removed')).toBeHidden()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(dialog).toBeHidden()
})
