import { readFile } from 'node:fs/promises'
import { addAuthenticator, fillProfile, makePerson, signUp } from './actions/account.ts'
import { takePhoto } from './actions/capture.ts'
import { expectAccessible, expectGood } from './actions/layout.ts'
import { confirmAddress, passGateByCode } from './actions/mail.ts'
import { fillAcquaintance, goOn, goToOwnId, signThirdPartyForm } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

// playwright.config.ts runs this file against a server that reads documents and mails codes.

const folder = new URL('../src/server/testing/identity-documents/', import.meta.url)
const picture = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await readFile(new URL(name, folder)),
})
/** The invented person on the passport of the tests. */
const holder = 'Łucja Nowak'
const read =
  /18 or over on \d{1,2} [A-Z][a-z]+ \d{4}: read from a passport \(Poland\); its check digits are right and it had not expired\./

test('two people finish with passports, and both see on the page how their age is known; one of them creates an account, and keeps the reading (READING-1, EVIDENCE-4, ONCE-11)', async ({
  page,
  browser,
}) => {
  const creator = { ...makePerson(holder), dateOfBirth: '1990-04-17' }
  const email = `nowak-${Date.now()}@example.com`
  await signUp(page, creator)
  await confirmAddress(page, creator.email)

  await page.goto('/age-confirmation')
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('What you ask for').selectOption({ label: 'A photo and a readable ID' })
  await takePhoto(page, 'Take a Passport-Style Photo')
  await page.getByLabel('Full name').fill(holder)
  await page.getByLabel('Date of birth').fill(creator.dateOfBirth)
  await goOn(page)
  await fillAcquaintance(page, { fullName: holder, socialMediaName: '@nowak' })
  await goOn(page)
  await page.getByRole('textbox', { name: 'Signature' }).fill(holder)
  await page.getByLabel('Upload a valid ID').setInputFiles(await picture('two-passports.jpg'))
  await expect(page.getByText('There’s more than one document in the picture')).toBeVisible()
  await expectAccessible(page, 'an ID that could not be read')
  await page.getByRole('button', { name: 'Take a better photo' }).click()
  await page.getByLabel('Upload a valid ID').setInputFiles(await picture('passport.jpg'))
  await expect(page.getByText(read)).toBeVisible()
  await goOn(page)
  await page.getByLabel("Third party's email").fill(email)
  await page.getByRole('button', { name: 'Generate Verification Link' }).click()
  const link = page.getByRole('textbox', { name: 'Verification link' })
  await expect(link).toHaveValue(/\/verify\//)
  const address = await link.inputValue()

  const theirs = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const theirPage = await theirs.newPage()
  await passGateByCode(theirPage, address, email)
  await theirPage.getByText(/^What .+ has shown$/).click()
  const known = theirPage.getByRole('list', { name: 'How each thing is known' })
  await expect(known.getByText(read)).toBeVisible()
  await expect(theirPage.getByText('an ID that our software can read your age from')).toBeVisible()
  await goToOwnId(theirPage)
  await theirPage.getByLabel('Upload a government ID').setInputFiles(await picture('passport.jpg'))
  await expect(theirPage.getByText('Your ID was read')).toBeVisible()
  await expectAccessible(theirPage, 'an ID that was read')
  await goOn(theirPage)
  await signThirdPartyForm(theirPage, holder)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await openAccount(theirPage, email)
  await theirs.close()

  await page.goto(`/consent-form/${new URL(address).pathname.split('/').pop()}`)
  await page.getByText('More', { exact: true }).click()
  const table = page.getByRole('list', { name: 'How each thing is known' })
  await expect(table.getByText(read)).toHaveCount(2)
  await expect(page.getByText('18 or over: read from a document', { exact: true })).toBeVisible()
})

/** The third party, who has just finished, creates an account that keeps the reading, and logs in to it again. */
async function openAccount(page: Page, email: string): Promise<void> {
  await addAuthenticator(page)
  await page.getByText('Skip the photo and ID next time').click()
  await expect(page.getByText(`An account for ${email} keeps`)).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue(holder)
  await fillProfile(page, { dateOfBirth: '1990-04-17' })
  await expectGood(page, 'an account for a third party')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your account is ready')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('You log in with your passkey.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep this for next time' }).click()
  await expect(page.getByText(/^Kept until /)).toBeVisible()
  await expectGood(page, 'an account for a third party that keeps what was read')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  // The authenticator answers the page's suggestion, or its button.
  await page.waitForURL('**/dashboard')
  await page.goto('/settings')
  await expect(page.getByText(`For the name ${holder}`)).toBeVisible()
}
