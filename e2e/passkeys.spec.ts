import { addAuthenticator, logIn, makePerson, register } from './actions/account.ts'
import { linkInMail, mailsTo } from './actions/mail.ts'
import { expect, type Page, test } from './test.ts'

const suggestNothing = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

test('a closed dialog leaves the login unchanged (PASSKEY-9)', {
  tag: '@slow',
}, async ({ page }) => {
  await suggestNothing(page)
  await page.addInitScript(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('Closed', 'NotAllowedError'))
  })
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  // The second attempt proves that the first one is finished.
  for (let time = 0; time < 2; time += 1) {
    const asked = page.waitForResponse('**/passkeys/authentication/options')
    await button.click()
    await asked
  }
  expect(await page.getByText('Login failed').count()).toBe(0)
})

test('a person adds a passkey in the settings, logs in with it, and removes it (PASSKEY-1, PASSKEY-3, PASSKEY-6, PASSKEY-9, PASSKEY-10)', async ({
  page,
}) => {
  const person = makePerson('Pia Keller')
  await register(page, person)
  await page.goto(await linkInMail(page, person.email, /confirm/i))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.waitForURL('**/dashboard')
  await addAuthenticator(page)
  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Passkeys' })
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added').first()).toBeVisible()
  await expect(card.getByRole('listitem')).toContainText('Chrome on')

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  // The test's authenticator answers suggestions at once, like a person who picks one.
  await page.goto('/login')
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await suggestNothing(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/dashboard')

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Close my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(dialog.getByText('Your passkey was accepted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await card.getByRole('button', { name: 'Remove' }).click()
  await card.getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(0)
  const mails = () => mailsTo(page, person.email, /^A passkey was (added|removed)$/)
  await expect.poll(async () => (await mails()).length).toBe(2)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await logIn(page, person)
})

test('a browser that adds passkeys automatically adds one after a login with the password (PASSKEY-11)', {
  tag: '@slow',
}, async ({ page }) => {
  const person = makePerson('Quinn Abara')
  await register(page, person)
  await page.goto(await linkInMail(page, person.email, /confirm/i))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await suggestNothing(page)
  await addAuthenticator(page)
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true })
    // The test's authenticator can't add passkeys without asking.
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = (options) =>
      create(options?.publicKey ? { publicKey: options.publicKey } : undefined)
  })
  await logIn(page, person)
  await expect.poll(() => mailsTo(page, person.email, /^A passkey was added$/)).toHaveLength(1)
})
