import { execFileSync } from 'node:child_process'
import { makePerson, signUp } from './actions/account.ts'
import { idCard, takePhoto } from './actions/capture.ts'
import { expectAccessible } from './actions/layout.ts'
import { codesInMails, confirmAddress } from './actions/mail.ts'
import { countWords, phone } from './actions/steps.ts'
import { goOn, goToOwnId, makeVerification, signThirdPartyForm } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

// playwright.config.ts runs this file against a server with EMAIL_CODE=always.

test('a third party proves their address with the mailed code, and the record states it; another language keeps the step and the digits (GATE-9, WORDS-13)', async ({
  page,
  browser,
}) => {
  const thirdParty = {
    fullName: 'Leila Haddad',
    email: `leila-${Date.now()}@example.com`,
    socialMediaName: '@leila',
  }
  const creator = makePerson('Erik Sørensen')
  await signUp(page, creator)
  await confirmAddress(page, creator.email)
  const link = await makeVerification(page, makePerson('Erik Sørensen'), thirdParty)

  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await theirPage.goto(link)
  await theirPage.getByLabel('Your email').fill(thirdParty.email)
  await theirPage.getByRole('button', { name: 'Continue' }).click()
  const field = theirPage.getByLabel('Code')
  await expect(field).toBeFocused()
  await expect(theirPage.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(
    theirPage.getByText(`Type the six digits from our newest email to ${thirdParty.email}.`),
  ).toBeVisible()
  await expectAccessibleInBothSchemes(theirPage, 'code step')

  const [code = ''] = await codesInMails(page, thirdParty.email, 1)
  await enter(theirPage, String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await expect(theirPage.getByText('Wrong code')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInBothSchemes(theirPage, 'code step, wrong code')

  // Requesting another code keeps the first one valid.
  await theirPage.getByRole('button', { name: 'Send the code again' }).click()
  await expect(theirPage.getByText('Look for our newest email').first()).toBeVisible()

  // So does another language, and the digits that are typed.
  await field.fill('123')
  for (const [tag, name] of [
    ['de', 'Deutsch'],
    ['en', 'English'],
  ] as const) {
    await theirPage.locator('select[data-language]').selectOption(name)
    await expect(theirPage.locator('html')).toHaveAttribute('lang', tag)
    await expect(theirPage.locator('input[autocomplete="one-time-code"]')).toHaveValue('123')
  }

  // After a reload, a person who returns from the mail is still asked for the code.
  await theirPage.reload()
  await enter(theirPage, `${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(theirPage.getByText('Email verified').first()).toBeVisible()
  await goToOwnId(theirPage)
  await theirPage.getByLabel('Upload a government ID').setInputFiles(await idCard(thirdParty.fullName))
  await expect(theirPage.getByText('We found no ID in the picture')).toBeVisible()
  await goOn(theirPage)
  await signThirdPartyForm(theirPage, thirdParty.fullName)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await theirs.close()

  await page.goto(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
  await page.getByText('Read what you both signed').click()
  await expect(page.getByText('Confirmed with a code we emailed')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const text = execFileSync('pdftotext', [await (await download).path(), '-'], { encoding: 'utf8' })
  const record = text.replace(/\s+/g, ' ')
  expect(record).toContain('A code emailed to the address was entered.')
  expect(record).toContain('emailed code entered')
})

test('a third party reads at most 505 words to Submit where a code is mailed (FORM-24)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Ravi Patel')
  // Always the same width, because the address is on two screens.
  const email = `anna-${test.info().parallelIndex}${Date.now()}@example.com`
  const thirdParty = { fullName: 'Anna Kowalska', email, socialMediaName: '@anna.kowalska' }
  await signUp(page, creator)
  await confirmAddress(page, creator.email)
  const link = await makeVerification(page, creator, thirdParty, 'age')
  const theirs = await browser.newContext({ viewport: phone, hasTouch: true })
  const theirPage = await theirs.newPage()
  const words: number[] = []
  const measure = async () => words.push(await countWords(theirPage))
  const measureStep = async (number: number) => {
    await expect(theirPage.getByText(/^Step \d of \d/).first()).toHaveText(new RegExp(`^Step ${number}`))
    await measure()
  }
  await theirPage.goto(link)
  await expect(theirPage.getByLabel('Your email')).toBeVisible()
  await measure()
  await theirPage.getByLabel('Your email').fill(email)
  await theirPage.getByLabel('Your email').press('Enter')
  await expect(theirPage.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await measure()
  const [code = ''] = await codesInMails(page, email, 1)
  await enter(theirPage, code)
  await measureStep(1)
  await theirPage.getByRole('checkbox', { name: 'I am 18 or over' }).check()
  await theirPage.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await goOn(theirPage)
  await measureStep(2)
  await goOn(theirPage)
  await measureStep(3)
  await takePhoto(theirPage, 'Take a Photo of Yourself')
  await measureStep(4)
  await theirPage.getByLabel('Upload a government ID').setInputFiles(await idCard(thirdParty.fullName))
  await expect(theirPage.getByText('We found no ID in the picture')).toBeVisible()
  await goOn(theirPage)
  await measureStep(5)
  const counted = words.reduce((sum, count) => sum + count)
  expect(counted).toBeLessThanOrEqual(505)
  await theirs.close()
})

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

async function expectAccessibleInBothSchemes(page: Page, place: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${place}, ${colorScheme}`)
  }
}
