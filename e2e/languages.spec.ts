import { makePerson, signUp } from './actions/account.ts'
import { idCard } from './actions/capture.ts'
import { expectAccessible, expectNothingSideways } from './actions/layout.ts'
import { phone } from './actions/steps.ts'
import { wordsIn } from './actions/words.ts'
import { expect, type Page, test } from './test.ts'

const german = wordsIn('de')
const arabic = wordsIn('ar')

/** Goes on to the next step, whose heading is another one. */
async function goOn(page: Page): Promise<void> {
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const before = (await heading.textContent()) ?? ''
  await page.locator('form button[type=submit]').click()
  await expect(heading).not.toHaveText(before)
}

/** Ticks every statement of the step. */
async function tickAll(page: Page): Promise<void> {
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check()
}

test('a creator in German and a third party in Arabic make a record together, and choosing Arabic at the gate loses nothing (WORDS-10, WORDS-11, WORDS-13)', async ({
  browser,
}) => {
  const creator = makePerson('Jürgen Groß')
  const thirdParty = { fullName: 'ليلى حداد', email: `leila-${Date.now()}@example.com` }
  const creators = await browser.newContext({ locale: 'de-DE' })
  const page = await creators.newPage()
  await signUp(page, creator)
  await page.goto('/person-verification')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByLabel(german('wizard', 'fullName', 'Full name')).fill(creator.fullName)
  await page.getByLabel(german('wizard', 'dateOfBirth', 'Date of birth')).fill(creator.dateOfBirth)
  await goOn(page)
  await page
    .getByLabel(german('wizard', 'thirdPartyName', "Third party's full name"))
    .fill(thirdParty.fullName)
  await page.getByLabel(german('wizard', 'socialMediaName', 'Name on social media')).fill('@leila')
  await page.getByLabel(german('wizard', 'platform', 'Platform where you met')).fill('Hinge')
  await page.getByLabel(german('wizard', 'thirdPartyEmail', "Third party's email")).fill(thirdParty.email)
  await goOn(page)
  await page.getByLabel(german('wizard', 'signature', 'Signature')).fill(creator.fullName)
  await goOn(page)
  await page.getByRole('button', { name: german('wizard', 'generate', 'Generate Verification Link') }).click()
  const field = page.getByRole('textbox', { name: german('link', 'title', 'Verification link') })
  await expect(field).toHaveValue(/\/verify\//)
  const link = await field.inputValue()

  // Their browser is English, so that they choose.
  const theirs = await browser.newContext({ locale: 'en-GB', viewport: phone, hasTouch: true })
  const theirPage = await theirs.newPage()
  await theirPage.goto(link)
  await theirPage.getByLabel('Your email').fill(thirdParty.email)
  await theirPage.getByRole('combobox', { name: 'Language', exact: true }).selectOption('العربية')
  await expect(theirPage.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(theirPage.locator('html')).toHaveAttribute('dir', 'rtl')
  const email = theirPage.getByLabel(arabic('gate', 'email', 'Your email'))
  await expect(email).toHaveValue(thirdParty.email)
  await expectNothingSideways(theirPage, 'gate')
  await expectAccessible(theirPage, 'gate')
  await theirPage.getByRole('button', { name: arabic('gate', 'continue', 'Continue') }).click()

  await expect(theirPage.getByRole('checkbox').first()).toBeVisible()
  await expectNothingSideways(theirPage, 'step 1')
  await expectAccessible(theirPage, 'step 1')
  await tickAll(theirPage)
  await goOn(theirPage)
  await goOn(theirPage)
  await theirPage
    .getByRole('button', { name: arabic('form', 'takePhoto', 'Take a Photo of Yourself') })
    .click()
  const camera = theirPage.getByRole('dialog')
  await camera.getByRole('button', { name: arabic('camera', 'capture', 'Capture'), exact: true }).click()
  await camera.getByRole('button', { name: arabic('camera', 'usePhoto', 'Use Photo') }).click()
  const upload = theirPage.getByLabel(arabic('form', 'uploadId', 'Upload a government ID'))
  await upload.setInputFiles(await idCard('Leila Haddad'))
  await expect(theirPage.getByRole('img', { name: arabic('form', 'yourId', 'Your ID') })).toBeVisible()
  await goOn(theirPage)
  await theirPage
    .getByRole('textbox', { name: arabic('form', 'signature', 'Signature') })
    .fill(thirdParty.fullName)
  await tickAll(theirPage)
  await theirPage.getByRole('button', { name: arabic('form', 'submit', 'Submit Verification') }).click()
  await theirPage.getByRole('link', { name: arabic('form', 'openMyRecord', 'Open my record') }).click()
  await theirPage.getByRole('button', { name: arabic('record', 'pdf', 'Download PDF') }).waitFor()
  await expect(theirPage.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(theirPage.getByRole('combobox')).toHaveAccessibleName(arabic('frame', 'language', 'Language'))
  await expectNothingSideways(theirPage, 'record')

  // The two people are independent.
  await page.goto(new URL(link).pathname.replace('/verify/', '/person-verification-view/'))
  await page.getByText(thirdParty.fullName).first().waitFor()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})
