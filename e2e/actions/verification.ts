import { expect, type Page } from '@playwright/test'
import { type Person, type Session, sessionKey } from './account.ts'
import { type IdFile, idCard, takePhoto } from './capture.ts'
import { currentStep } from './steps.ts'

export type ThirdParty = { fullName: string; email: string; socialMediaName: string }

/**
 * Creates a verification through the product's own API, for journeys that don't test the wizards. The creator is signed
 * in. Returns the link.
 */
export async function makeVerification(
  page: Page,
  creator: Person,
  thirdParty: ThirdParty,
  type: 'age' | 'person' = 'person',
  asksFor?: object,
): Promise<string> {
  const { access_token } = (await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}'),
    sessionKey,
  )) as Session
  const headers = { authorization: `Bearer ${access_token}` }
  const upload = async (category: string) => {
    const multipart = { category, file: await idCard(creator.fullName) }
    const answer = await page.request.post('/api/documents', { headers, multipart })
    expect(answer.status()).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }
  const ofAge = async () => ({
    identityConsent: true,
    thirdPartyPlatformAge: '29',
    selfieDocumentId: await upload('selfie'),
    idDocumentId: await upload('id'),
  })
  const params = { type, validity: 'until_withdrawn' }
  const text = await page.request.get('/api/consent-text', { headers, params })
  const shown = (await text.json()) as { version: string; language: string; sha256: string }
  const answer = await page.request.post('/api/verifications', {
    headers,
    data: {
      type,
      fullName: creator.fullName,
      dateOfBirth: creator.dateOfBirth,
      thirdPartyName: thirdParty.fullName,
      thirdPartySocialMediaName: thirdParty.socialMediaName,
      platformName: 'Instagram',
      signature: creator.fullName,
      signatureDate: await page.evaluate(() => new Date().toLocaleDateString('en-CA')),
      thirdPartyEmail: thirdParty.email,
      consentTextVersion: shown.version,
      consentTextLanguage: shown.language,
      consentTextSha256: shown.sha256,
      ...(asksFor ? { asksFor } : {}),
      ...(type === 'age' ? await ofAge() : {}),
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { verificationLink: string }).verificationLink
}

/** Fills in a wizard how the creator knows the other person. */
export async function fillAcquaintance(
  page: Page,
  thirdParty: Omit<ThirdParty, 'email'>,
  platform = 'Hinge',
): Promise<void> {
  await page.getByLabel("Third party's full name").fill(thirdParty.fullName)
  await page.getByLabel('Name on social media').fill(thirdParty.socialMediaName)
  await page.getByLabel('Platform where you met').fill(platform)
}

/** Completes the age wizard up to its link. The creator is signed in. Returns the link. */
export async function createAgeVerification(
  page: Page,
  creator: Person,
  thirdParty: ThirdParty,
  additionalTerms = '',
  id?: IdFile,
): Promise<string> {
  await page.goto('/age-confirmation')
  await expect(page.getByRole('heading', { name: 'Create Age Confirmation Document' })).toBeVisible()
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await takePhoto(page, 'Take a Passport-Style Photo')
  await page.getByLabel('Full name').fill(creator.fullName)
  await page.getByLabel('Date of birth').fill(creator.dateOfBirth)
  await page.getByRole('button', { name: 'Next' }).click()

  await fillAcquaintance(page, thirdParty)
  await page.getByLabel('Age shown on platform').fill('29')
  if (additionalTerms) await page.getByLabel('Additional terms').fill(additionalTerms)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('textbox', { name: 'Signature' }).fill(creator.fullName)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
  await page.getByLabel('Upload a valid ID').setInputFiles(id ?? (await idCard(creator.fullName)))
  return finishAgeWizard(page, thirdParty.email)
}

/**
 * Completes the age wizard up to the creator's own age, for a request without pictures, which is one of the ways of "What
 * you ask for". The creator is signed in.
 */
export async function goToOwnAge(page: Page, creator: Person, ask: string): Promise<void> {
  await page.goto('/age-confirmation')
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await page.getByRole('button', { name: 'Change' }).first().click()
  await page.getByLabel('What you ask for').selectOption({ label: ask })
  await page.getByLabel('Full name').fill(creator.fullName)
  await page.getByLabel('Date of birth').fill(creator.dateOfBirth)
  await page.getByRole('button', { name: 'Next' }).click()
  await fillAcquaintance(page, { fullName: 'Sam O’Neill', socialMediaName: '@sam' })
  await page.getByLabel('Age shown on platform').fill('29')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox', { name: 'Signature' }).fill(creator.fullName)
}

/** Completes the age wizard from the creator's own age on. Returns the link. */
export async function finishAgeWizard(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel("Third party's email").fill(email)
  await page.getByRole('button', { name: 'Generate Verification Link' }).click()
  const link = page.getByRole('textbox', { name: 'Verification link' })
  await expect(link).toHaveValue(/\/verify\/[0-9a-f-]{36}$/)
  return link.inputValue()
}

export async function passGate(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Email verified').first()).toBeVisible()
}

/**
 * Continues to the next step of a wizard or of the third party's form, and waits for it: a second press on the previous
 * step's button would be ignored.
 */
export async function goOn(page: Page): Promise<void> {
  const before = (await currentStep(page).textContent()) ?? ''
  await page.getByRole('button', { name: /^(Next|Continue|Skip for now)$/ }).click()
  await expect(currentStep(page)).not.toHaveText(before)
}

/** Ticks the statements of the third party's first step, and continues past the text. */
export async function goPastText(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I am 18 or over' }).check()
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await goOn(page)
  await goOn(page)
}

/** Gives everything before the ID in the third party's form, from its first step on. */
export async function goToOwnId(page: Page): Promise<void> {
  await goPastText(page)
  await takePhoto(page, 'Take a Photo of Yourself')
  await expect(currentStep(page, 4)).toBeAttached()
}

/** Fills in the third party's form, from its first step up to the submission, which it doesn't press. */
export async function fillThirdPartyForm(page: Page, thirdParty: ThirdParty): Promise<void> {
  await goToOwnId(page)
  await page.getByLabel('Upload a government ID').setInputFiles(await idCard(thirdParty.fullName))
  await expect(page.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await goOn(page)
  await signThirdPartyForm(page, thirdParty.fullName)
  await expect(page.getByRole('button', { name: 'Submit Verification' })).toBeEnabled()
}

/** Fills in the last step of the third party's form. */
export async function signThirdPartyForm(page: Page, fullName: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Signature' }).fill(fullName)
  await page.getByRole('checkbox', { name: /I confirm that I am not being coerced/ }).check()
  const terms = page.getByRole('checkbox', { name: /I have read and agree to the additional terms/ })
  if (await terms.isVisible()) await terms.check()
}

/** Completes the person wizard up to its last step. The creator is signed in. */
export async function fillPersonWizard(page: Page, creator: Person, thirdParty: ThirdParty): Promise<void> {
  await page.goto('/person-verification')
  await expect(page.getByRole('heading', { name: 'Create Person Verification Document' })).toBeVisible()
  await page.getByLabel('Full name').fill(creator.fullName)
  await page.getByLabel('Date of birth').fill(creator.dateOfBirth)
  await page.getByRole('button', { name: 'Next' }).click()

  await fillAcquaintance(page, thirdParty, 'Instagram')
  await page.getByLabel("Third party's email").fill(thirdParty.email)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('textbox', { name: 'Signature' }).fill(creator.fullName)
  await page.getByRole('button', { name: 'Next' }).click()
}

/** Completes the person wizard up to its link. The creator is signed in. Returns the link. */
export async function createPersonVerification(
  page: Page,
  creator: Person,
  thirdParty: ThirdParty,
): Promise<string> {
  await fillPersonWizard(page, creator, thirdParty)
  return generateLink(page)
}

/** Presses the last button of the person wizard. Returns the link. */
export async function generateLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate Verification Link' }).click()
  const link = page.getByRole('textbox', { name: 'Verification link' })
  await expect(link).toHaveValue(/\/verify\/[0-9a-f-]{36}\?type=person$/)
  return link.inputValue()
}
