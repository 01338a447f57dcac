import { makeAccount, makePerson, signIn, signUp } from './actions/account.ts'
import { expectAccessible } from './actions/layout.ts'
import { codesInMails, linkInMail } from './actions/mail.ts'
import { fillPersonWizard, generateLink } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

const closeDialog = async (page: Page) => {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Close my account' }).click()
  return page.getByRole('dialog')
}

test('a copy of a person’s data is made, survives a reload and is downloaded (PRIVACY-1, PRIVACY-8)', async ({
  page,
}) => {
  await signUp(page, makePerson('Ada Lovelace'))
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByText(/You can leave this page|Your copy is ready/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your copy is ready')).toBeVisible()
  await expectAccessible(page, 'settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/)
})

test('an account is closed with the password, and kept by logging in again (PRIVACY-9, PRIVACY-11)', async ({
  page,
}) => {
  const ada = makePerson('Ada Lovelace')
  await signUp(page, ada)
  const dialog = await closeDialog(page)
  await expect(dialog.getByRole('heading', { name: 'What stays, and why' })).toBeVisible()
  await expectAccessible(page, 'the closing')
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-harbour-42')
  await dialog.getByRole('button', { name: 'Close my account' }).click()
  await expect(dialog.getByText('Type the password you log in with.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Close my account' }).click()
  await page.waitForURL('**/login?closes=*')
  await expect(page.getByText('This account is closed')).toBeVisible()
  await expectAccessible(page, 'the login of a closed account')
  await page.goto(await linkInMail(page, ada.email, /^Your account is closed$/))
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays open')).toBeVisible()
  await page.waitForURL('**/dashboard')
})

test('a person without an account sees the data held about their address, declines, and erases it (PRIVACY-20, PRIVACY-21, PRIVACY-23, PRIVACY-26)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Ravi Patel')
  const invited = makePerson('Sam Noe')
  await makeAccount(page, creator)
  await page.goto(await linkInMail(page, creator.email, /^Confirm/))
  await page.getByLabel('Password', { exact: true }).fill(creator.password)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Email address confirmed')).toBeVisible()
  await signIn(page, creator)
  await page.goto('/person-verification')
  await fillPersonWizard(page, creator, { ...invited, socialMediaName: '@sam' })
  await generateLink(page)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/privacy#invited')
  await visitor.getByRole('link', { name: 'See what is held about me' }).click()
  await expect(visitor.getByRole('heading', { name: 'What is held about me' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Exit this page' })).toBeVisible()
  await expectAccessible(visitor, 'my data')
  await visitor.getByLabel('Your email').fill(invited.email)
  await visitor.getByRole('button', { name: 'Email me a code' }).click()
  const [code = ''] = await codesInMails(visitor, invited.email, 1)
  await visitor.getByLabel('Code').fill(code)
  await visitor.getByRole('button', { name: 'Confirm' }).click()
  await expect(visitor.getByText('@sam')).toBeVisible()
  await expectAccessible(visitor, 'my data')
  await visitor.getByRole('button', { name: 'Decline', exact: true }).click()
  await expectAccessible(visitor, 'my data, declining')
  await visitor.getByRole('button', { name: 'Decline the request' }).click()
  await expect(visitor.getByText('Rejected')).toBeVisible()
  await visitor.getByRole('button', { name: 'Erase what is held' }).click()
  await visitor.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(visitor.getByText('1 request was erased.')).toBeVisible()

  await page.goto('/history')
  await expect(page.getByText('Their details are erased')).toBeVisible()
  await expect(page.getByText('@sam')).toHaveCount(0)
})
