import { readFile } from 'node:fs/promises'
import { makePerson, type Person, signIn, signUp } from './actions/account.ts'
import { expectGood } from './actions/layout.ts'
import { codesInMails, confirmAddress } from './actions/mail.ts'
import { fillAcquaintance } from './actions/verification.ts'
import { expect, type Locator, type Page, test } from './test.ts'

// playwright.config.ts runs this file against a server that reads documents and mails codes.

/** The invented person on the passport of the tests. */
const holder = 'Łucja Nowak'
const passport = new URL('../src/server/testing/identity-documents/passport.jpg', import.meta.url)

/** Presses, and counts: every action except typing is a tap. */
function countTaps() {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  return { tap, taps: () => taps }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shareBox = (page: Page) => page.getByRole('checkbox', { name: /I consent to sharing my identity/ })
const at = (page: Page, step: number) =>
  expect(page.getByText(/^Step \d of \d/).first()).toHaveText(new RegExp(`^Step ${step}`))

/** A signed-in person who has their passport read in the wizard, keeps the reading, and leaves. */
async function keepPassport(page: Page): Promise<Person> {
  const person = { ...makePerson(holder), dateOfBirth: '1990-04-17' }
  await signUp(page, person)
  await confirmAddress(page, person.email)
  // The earlier session still has the address as unconfirmed.
  await signIn(page, person)
  await page.goto('/age-confirmation')
  await expect(page.getByLabel('Full name')).toHaveValue(holder)
  return person
}

async function readPassport(page: Page): Promise<void> {
  await shareBox(page).check()
  await button(page, 'Take a Passport-Style Photo').click()
  const dialog = page.getByRole('dialog')
  await button(page, 'Capture').click()
  await button(page, 'Use Photo').click()
  await expect(dialog).toBeHidden()
  await button(page, 'Next').click()
  await fillAcquaintance(page, { fullName: 'Sam O’Neill', socialMediaName: '@other' })
  await button(page, 'Next').click()
  const id = { name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await readFile(passport) }
  await page.getByLabel('Upload a valid ID').setInputFiles(id)
  await expect(page.getByText('Your ID was read')).toBeVisible()
}

test('a person proves once: they keep the reading, and ask and answer with it, in few taps and without an upload (ONCE-7, ONCE-8, ONCE-9, ONCE-10)', async ({
  page,
  browser,
}) => {
  await keepPassport(page)
  await readPassport(page)
  await expect(page.getByText('No picture, number or birth date.')).toBeVisible()
  await button(page, 'Keep this for next time').click()
  await expect(page.getByText(/^Kept until .+\. You can delete it in the settings\.$/)).toBeVisible()
  await expectGood(page, 'an ID that is kept')
  await button(page, 'Start over').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click()

  const theirPage = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  const other = await keepPassport(theirPage)
  await readPassport(theirPage)
  await button(theirPage, 'Keep this for next time').click()
  await expect(theirPage.getByText(/^Kept until /)).toBeVisible()

  await page.goto('/dashboard')
  const asking = countTaps()
  await asking.tap(page.getByRole('link', { name: 'Get Started' }).first())
  await asking.tap(shareBox(page))
  await expect(page.getByText(/^Read on .+ from a passport \(Poland\)\.$/)).toBeVisible()
  await expectGood(page, 'what is already known, offered')
  await asking.tap(button(page, "Use what's already known"))
  await expect(page.getByText('You ask for: A photo and an ID, or what’s already known')).toBeVisible()
  await expect(button(page, 'Take a Passport-Style Photo')).toHaveCount(0)
  await asking.tap(button(page, 'Next'))
  await fillAcquaintance(page, { fullName: holder, socialMediaName: '@other' })
  await asking.tap(button(page, 'Next'))
  await page.getByRole('textbox', { name: 'Signature' }).fill(holder)
  await expect(page.getByLabel('Upload a valid ID')).toHaveCount(0)
  await asking.tap(button(page, 'Next'))
  await page.getByLabel("Third party's email").fill(other.email)
  await asking.tap(button(page, 'Generate Verification Link'))
  const link = page.getByRole('textbox', { name: 'Verification link' })
  await expect(link).toHaveValue(/\/verify\//)
  expect(asking.taps()).toBeLessThanOrEqual(9)

  await theirPage.goto(await link.inputValue())
  const answering = countTaps()
  await theirPage.getByLabel('Your email').fill(other.email)
  await answering.tap(button(theirPage, 'Continue'))
  const [code = ''] = await codesInMails(theirPage, other.email, 1)
  await theirPage.getByLabel('Code').fill(code)
  await answering.tap(button(theirPage, 'Confirm'))
  await expect(
    theirPage.getByText(/gives no photo or ID: theirs was read on .+ from a passport \(Poland\)/),
  ).toBeVisible()
  await answering.tap(theirPage.getByRole('checkbox', { name: 'I am 18 or over' }))
  await answering.tap(shareBox(theirPage))
  await expectGood(theirPage, 'a form that takes what is already known')
  await answering.tap(button(theirPage, "Use what's already known"))
  await at(theirPage, 2)
  await answering.tap(button(theirPage, 'Continue'))
  await expect(
    theirPage.getByText('You don’t need to give a photo or an ID.').filter({ visible: true }),
  ).toBeVisible()
  await theirPage.getByRole('textbox', { name: 'Signature' }).fill(holder)
  await answering.tap(theirPage.getByRole('checkbox', { name: /I confirm that I am not being coerced/ }))
  await answering.tap(button(theirPage, 'Submit Verification'))
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  expect(answering.taps()).toBeLessThanOrEqual(8)
  await expect(
    theirPage.getByText(/It was then kept, and used again without a picture/).first(),
  ).toBeAttached()

  await page.goto('/settings')
  const card = page.getByRole('region', { name: 'Proven once' })
  await expect(card.getByText(/^Read on .+ For the name Łucja Nowak, until .+\.$/)).toBeVisible()
  await card.getByRole('button', { name: 'Forget this' }).click()
  await expect(card.getByText(/^Nothing is kept\./)).toBeVisible()
  await page.reload()
  await expect(card.getByText(/^Nothing is kept\./)).toBeVisible()
})
