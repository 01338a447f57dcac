import { expect, type Page } from '@playwright/test'
import type { Person } from './account.ts'
import type { ThirdParty } from './age-verification.ts'

/** Walks through the person wizard to its last step. The creator is signed in. */
export async function fillPersonWizard(page: Page, creator: Person, thirdParty: ThirdParty): Promise<void> {
  await page.goto('/person-verification')
  await expect(page.getByRole('heading', { name: 'Create Person Verification Document' })).toBeVisible()
  await page.getByLabel('Full name').fill(creator.fullName)
  await page.getByLabel('Date of birth').fill(creator.dateOfBirth)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByLabel("Third party's full name").fill(thirdParty.fullName)
  await page.getByLabel('Name on social media').fill(thirdParty.socialMediaName)
  await page.getByLabel('Platform where you met').fill('Instagram')
  await page.getByLabel("Third party's email").fill(thirdParty.email)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('textbox', { name: 'Signature' }).fill(creator.fullName)
  await page.getByRole('button', { name: 'Next' }).click()
}

/** Walks through the person wizard to its link. The creator is signed in. Answers the link. */
export async function createPersonVerification(
  page: Page,
  creator: Person,
  thirdParty: ThirdParty,
): Promise<string> {
  await fillPersonWizard(page, creator, thirdParty)
  return generateLink(page)
}

/** Presses the last button of the person wizard. Answers the link. */
export async function generateLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Generate Verification Link' }).click()
  const link = page.getByRole('textbox', { name: 'Verification link' })
  await expect(link).toHaveValue(/\/verify\/[0-9a-f-]{36}\?type=person$/)
  return link.inputValue()
}
