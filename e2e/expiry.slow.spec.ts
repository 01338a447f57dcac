import { makePerson, signUp } from './actions/account.ts'
import { letDaysPass } from './actions/database.ts'
import { expectAccessible } from './actions/layout.ts'
import { fillThirdPartyForm, makeVerification, passGate } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

test('a link that is not completed within 30 days closes for the third party and shows its owner a grey Expired (STATE-6)', async ({
  page,
  browser,
}) => {
  const thirdParty = {
    fullName: 'Mateo García',
    email: `mateo-${Date.now()}@example.com`,
    socialMediaName: '@mateo',
  }
  const creator = makePerson('Freya Lindqvist')
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)
  await page.goto(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
  await expect(page.getByText('Awaiting Third Party Verification')).toBeVisible()
  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)

  await letDaysPass(link, 29)
  await theirPage.reload()
  await expect(theirPage.getByRole('button', { name: 'Submit Verification' })).toBeEnabled()
  await expect(page.getByText('Awaiting Third Party Verification')).toBeVisible()

  await letDaysPass(link, 1)
  // The owner's page was open the whole time and isn't reloaded.
  await expect(page.getByText('The request wasn’t completed in time and has closed.')).toBeVisible()
  await expectExpired(page)
  await expect(page.getByText('This request was not completed in time.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Verification link' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Resend invitation|Cancel request/ })).toHaveCount(0)
  await expectAccessible(page, 'owner view, expired')

  // The third party is in the middle of the form: it is closed, with the reason.
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expectClosed(theirPage)
  await theirPage.goto(link)
  await expectClosed(theirPage)
  await expectAccessible(theirPage, 'closed link')
  await expect(theirPage.getByText(creator.fullName)).toHaveCount(0)
  await theirs.close()

  await page.goto('/history')
  await page.getByText('Details', { exact: true }).click()
  await expectExpired(page)
  await expect(page.getByRole('tab', { name: 'All (1)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'Recent Activity' }).click()
  await expect(page.getByText('Expired', { exact: true })).toBeVisible()
})

/** The badge shows Expired in grey, and the link is shown as expired. */
async function expectExpired(page: Page): Promise<void> {
  const badge = page.locator('[data-status]').filter({ hasText: /^Expired$/ })
  await expect(badge).toBeVisible()
  const saturation = await badge.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number) ?? []
    return Math.max(red, green, blue) - Math.min(red, green, blue)
  })
  expect(saturation).toBeLessThan(12)
  await expect(page.getByText(/^Link expired\.?$/)).toBeVisible()
}

async function expectClosed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible()
  await expect(page.getByText('This request is no longer open.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Verification' })).toHaveCount(0)
  await expect(page.getByLabel('Your email')).toHaveCount(0)
}
