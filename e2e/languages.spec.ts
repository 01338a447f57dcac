import { makePerson, signUp } from './actions/account.ts'
import { findInLanguage } from './actions/in-language.ts'
import { expectAccessible, expectNothingSideways } from './actions/layout.ts'
import { phone } from './actions/steps.ts'
import { fillPersonWizard, fillThirdPartyForm, generateLink } from './actions/verification.ts'
import { expect, test } from './test.ts'

test('a creator in German and a third party in Arabic make a record together, and choosing Arabic at the gate loses nothing (WORDS-10, WORDS-11, WORDS-13)', async ({
  browser,
}) => {
  const creator = makePerson('Jürgen Groß')
  const thirdParty = {
    fullName: 'ليلى حداد',
    email: `leila-${Date.now()}@example.com`,
    socialMediaName: '@leila',
  }
  const creators = await browser.newContext({ locale: 'de-DE' })
  const page = await creators.newPage()
  await signUp(page, creator)
  findInLanguage(page, 'de')
  await fillPersonWizard(page, creator, thirdParty)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const link = await generateLink(page)

  // Their browser is English, so that they choose.
  const theirs = await browser.newContext({ locale: 'en-GB', viewport: phone, hasTouch: true })
  const theirPage = await theirs.newPage()
  await theirPage.goto(link)
  await theirPage.getByLabel('Your email').fill(thirdParty.email)
  await theirPage.getByRole('combobox', { name: 'Language', exact: true }).selectOption('العربية')
  await expect(theirPage.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(theirPage.locator('html')).toHaveAttribute('dir', 'rtl')
  findInLanguage(theirPage, 'ar')
  const email = theirPage.getByLabel('Your email')
  await expect(email).toHaveValue(thirdParty.email)
  await expectNothingSideways(theirPage, 'gate')
  await expectAccessible(theirPage, 'gate')
  await theirPage.getByRole('button', { name: 'Continue' }).click()

  await expect(theirPage.getByRole('checkbox').first()).toBeVisible()
  await expectNothingSideways(theirPage, 'step 1')
  await expectAccessible(theirPage, 'step 1')
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await theirPage.getByRole('link', { name: 'Open my record' }).click()
  await theirPage.getByRole('button', { name: 'Download PDF' }).waitFor()
  await expect(theirPage.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(theirPage.getByRole('combobox')).toHaveAccessibleName('اللغة')
  await expectNothingSideways(theirPage, 'record')

  // The two people are independent.
  await page.goto(new URL(link).pathname.replace('/verify/', '/person-verification-view/'))
  await page.getByText(thirdParty.fullName).first().waitFor()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})
