import { makePerson, signUp } from './actions/account.ts'
import { makeVerification, passGate } from './actions/verification.ts'
import { expect, test } from './test.ts'

const sam = () => ({
  fullName: 'Sam O’Neill',
  email: `sam-${Date.now()}@example.com`,
  socialMediaName: '@sam.oneill',
})

test("a form that no longer exists behind the gate shows 'Verification not found.' (GATE-2)", async ({
  page,
  browser,
}) => {
  const person = makePerson('Gina Gone')
  await signUp(page, person)
  const thirdParty = sam()
  const link = await makeVerification(page, person, thirdParty)
  const theirs = await (await browser.newContext()).newPage()
  await theirs.route('**/api/public/verifications/*/form', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 404, code: 'verification_not_found', title: 'Verification not found' }),
    }),
  )
  await passGate(theirs, link, thirdParty.email)
  await expect(theirs.getByText('Verification not found. Please check the link and try again.')).toBeVisible()
  await theirs.context().close()
})

test('a non-numeric age is refused at its field (AGE-9)', async ({ page }) => {
  await signUp(page, makePerson('Agnes Number'))
  await page.goto('/age-confirmation')
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await page.getByRole('button', { name: 'Take a Passport-Style Photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Capture' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use Photo' }).click()
  await page.getByLabel('Full name').fill('Agnes Number')
  await page.getByLabel('Date of birth').fill('1990-04-17')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel("Third party's full name").fill('Sam O’Neill')
  await page.getByLabel('Name on social media').fill('@sam')
  await page.getByLabel('Platform where you met').fill('Hinge')
  const age = page.getByLabel('Age shown on platform')
  await age.fill('twenty')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Enter a whole number of years, from 1 to 130').first()).toBeVisible()
  await expect(age).toBeFocused()
  await age.fill('27')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('textbox', { name: 'Signature' })).toBeVisible()
})
