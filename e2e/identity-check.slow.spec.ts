import { makePerson, signUp } from './actions/account.ts'
import { idCard, takePhoto } from './actions/capture.ts'
import { expectAccessible } from './actions/layout.ts'
import { confirmAddress, passGateByCode } from './actions/mail.ts'
import { phone } from './actions/steps.ts'
import { goOn, goToOwnId, signThirdPartyForm } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

// playwright.config.ts runs this file against a server with a provider, which is the simulator's.

type Shown = { givenNames: string; surname: string; birthDate: string; found?: string }

/** Enters a document's data and the result on the provider's page. */
async function showDocument(page: Page, { givenNames, surname, birthDate, found = 'verified' }: Shown) {
  await page.waitForURL('**/identity/**')
  await page.getByLabel('Given names').fill(givenNames)
  await page.getByLabel('Surname').fill(surname)
  await page.getByLabel('Date of birth').fill(birthDate)
  await page.getByLabel('What is found').selectOption(found)
  await page.getByRole('button', { name: 'Submit' }).click()
}

test('a provider checks the document and face of two people, and their record states it (PROVIDER-2, PROVIDER-8, EVIDENCE-4)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Maya Okafor')
  const thirdParty = { fullName: 'Jonas Weber', email: `jonas-${Date.now()}@example.com` }
  await signUp(page, creator)
  await confirmAddress(page, creator.email)

  await page.goto('/age-confirmation')
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await takePhoto(page, 'Take a Passport-Style Photo')
  await page.getByLabel('Full name').fill(creator.fullName)
  await page.getByLabel('Date of birth').fill(creator.dateOfBirth)
  await goOn(page)
  await page.getByLabel("Third party's full name").fill(thirdParty.fullName)
  await page.getByLabel('Name on social media').fill('@jonas')
  await page.getByLabel('Platform where you met').fill('Hinge')
  await goOn(page)
  await page.getByRole('textbox', { name: 'Signature' }).fill(creator.fullName)
  await page.getByLabel('Upload a valid ID').setInputFiles(await idCard(creator.fullName))
  await expectAccessible(page, 'a check that is offered')
  await page.getByRole('button', { name: 'Go to the check' }).click()
  await showDocument(page, { givenNames: 'Maya', surname: 'Okafor', birthDate: creator.dateOfBirth })
  // The wizard has kept all entries.
  await page.waitForURL('**/dashboard')
  await page.goto('/age-confirmation')
  await expect(page.getByText('Checked by Stripe Identity')).toBeVisible()
  await expect(page.getByText('The name is the one you sign with.')).toBeVisible()
  // The outcome of the reading of the same picture, which isn't an ID.
  await expect(page.getByText('We found no ID in the picture')).toBeVisible()
  await expectAccessible(page, 'a check with its verdicts')
  await expect(page.getByRole('textbox', { name: 'Signature' })).toHaveValue(creator.fullName)
  await goOn(page)
  await page.getByLabel("Third party's email").fill(thirdParty.email)
  await page.getByRole('button', { name: 'Generate Verification Link' }).click()
  const link = page.getByRole('textbox', { name: 'Verification link' })
  await expect(link).toHaveValue(/\/verify\//)
  const address = await link.inputValue()

  const theirs = await browser.newContext({ viewport: phone })
  const theirPage = await theirs.newPage()
  await passGateByCode(theirPage, address, thirdParty.email)
  await goToOwnId(theirPage)
  await theirPage.getByLabel('Upload a government ID').setInputFiles(await idCard(thirdParty.fullName))
  await expect(theirPage.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await theirPage.getByRole('button', { name: 'Go to the check' }).click()
  await showDocument(theirPage, {
    givenNames: 'Jonas',
    surname: 'Weber',
    birthDate: '1988-02-29',
    found: 'selfie_face_mismatch',
  })
  await expect(theirPage.getByText('The face wasn’t found to be the one in the document.')).toBeVisible()
  await theirPage.getByRole('button', { name: 'Go on with the check' }).click()
  await showDocument(theirPage, { givenNames: 'Jonas', surname: 'Weber', birthDate: '1988-02-29' })
  await expect(theirPage.getByText('Checked by Stripe Identity')).toBeVisible()
  await expect(theirPage.getByText('We found no ID in the picture')).toBeVisible()
  await expectAccessible(theirPage, 'a check with its verdicts, on a phone')
  await goOn(theirPage)
  await signThirdPartyForm(theirPage, thirdParty.fullName)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await theirs.close()

  await page.goto(`/consent-form/${new URL(address).pathname.split('/').pop()}`)
  await page.getByText('More', { exact: true }).click()
  const table = page.getByRole('list', { name: 'How each thing is known' })
  for (const known of [
    '18 or over: Stripe Identity examined a document.',
    'Stripe Identity read the same name in a document.',
    'Stripe Identity compared the face with the photo in a document.',
  ])
    await expect(table.getByText(known)).toHaveCount(2)
})
