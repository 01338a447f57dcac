import { fillRegistration, makePerson, type Person } from './actions/account.ts'
import { idCard, takePhoto } from './actions/capture.ts'
import { codesInMails } from './actions/mail.ts'
import { phone } from './actions/steps.ts'
import { fillAcquaintance, fillThirdPartyForm, type ThirdParty } from './actions/verification.ts'
import { answerOnOtherPhone, askWallet, withoutOwnDialog } from './actions/wallet.ts'
import { devices, expect, type Page, test } from './test.ts'

async function getStarted(page: Page, person: Person): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
}

/** Opens the wizard from the card of that kind on the dashboard. */
async function startAgeVerification(page: Page): Promise<void> {
  const start = page.getByRole('main').getByRole('link', { name: 'Get Started' }).first()
  await expect(start).toHaveAccessibleDescription('Age Verification')
  await start.click()
}

async function tellOfOther(page: Page, sam: ThirdParty): Promise<void> {
  await fillAcquaintance(page, sam)
  await page.getByLabel('Age shown on platform').fill('29')
  await page.getByRole('button', { name: 'Next' }).click()
}

const makeSam = () => ({
  fullName: 'Sam O’Neill',
  email: `sam-${Date.now()}@example.com`,
  socialMediaName: '@sam',
})

/** Steps 1 to 4 of the README. */
async function makeRecord(page: Page, theirs: Page, ada: Person, sam: ThirdParty): Promise<void> {
  // 1
  await getStarted(page, ada)

  // 2
  await startAgeVerification(page)
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await takePhoto(page, 'Take a Passport-Style Photo')
  await page.getByLabel('Full name').fill(ada.fullName)
  await page.getByLabel('Date of birth').fill(ada.dateOfBirth)
  await page.getByRole('button', { name: 'Next' }).click()
  await tellOfOther(page, sam)
  await page.getByRole('textbox', { name: 'Signature' }).fill(ada.fullName)
  await page.getByLabel('Upload a valid ID').setInputFiles(await idCard(ada.fullName))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel("Third party's email").fill(sam.email)
  await expect(page.getByText('It is a record. It is not consent to any act')).toBeVisible()
  await expect(page.getByText('Governing law')).toBeHidden()
  await page.getByRole('button', { name: 'Generate Verification Link' }).click()
  const field = page.getByRole('textbox', { name: 'Verification link' })
  await expect(field).toHaveValue(/\/verify\/[0-9a-f-]{36}$/)
  const link = await field.inputValue()

  // 3
  await theirs.goto(link)
  await theirs.getByLabel('Your email').fill(sam.email)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await fillThirdPartyForm(theirs, sam)
  await theirs.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirs.getByText(`We’re emailing a link to your record to ${sam.email}.`)).toBeVisible()

  // 4
  await expect(page.getByRole('heading', { name: 'You’ve both signed' })).toBeVisible()
  await page.getByRole('link', { name: 'View Verification' }).click()
  await expect(page.getByText('Both say they’re 18 or over. Nobody checked.')).toBeVisible()
  await expect(page.getByText('Form ID').last()).toBeVisible()
}

test('a new user follows the six steps of the README', async ({ page, browser }) => {
  const sam = makeSam()
  const theirs = await (await browser.newContext()).newPage()
  await makeRecord(page, theirs, makePerson('Ada Byron'), sam)

  // 5
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByText(/Your copy|ready/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close my account' })).toBeVisible()
  await theirs.goto('/my-data')
  await theirs.getByLabel('Your email').fill(sam.email)
  await theirs.getByRole('button', { name: 'Email me a code' }).click()
  const [code = ''] = await codesInMails(theirs, sam.email, 1)
  await theirs.getByLabel('Code').fill(code)
  await theirs.getByRole('button', { name: 'Confirm' }).click()
  await expect(theirs.getByRole('button', { name: 'Download what is held' })).toBeVisible()

  // 6
  const another = await (await browser.newContext()).newPage()
  await withoutOwnDialog(another)
  const bea = makePerson('Bea Lind')
  await getStarted(another, bea)
  await startAgeVerification(another)
  await another.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await another.getByRole('button', { name: 'Change' }).click()
  await another.getByLabel('What you ask for').selectOption({ label: 'Wallets alone, no pictures' })
  await another.getByLabel('Full name').fill(bea.fullName)
  await another.getByLabel('Date of birth').fill(bea.dateOfBirth)
  await another.getByRole('button', { name: 'Next' }).click()
  await tellOfOther(another, sam)
  await another.getByRole('textbox', { name: 'Signature' }).fill(bea.fullName)
  // Without a proof, the page asks for the proof and not for an ID that it has no field for.
  await another.getByRole('button', { name: 'Next' }).click()
  await expect(
    another.getByText('Please sign, date, and prove your age with your wallet').first(),
  ).toBeVisible()
  await expect(another.getByText('upload your ID')).toHaveCount(0)
  const prove = another.getByRole('button', { name: 'Prove my age with a wallet' })
  await answerOnOtherPhone(another, await askWallet(another, prove), 'More than was asked')
  await expect(another.getByText('Your wallet shared more than we asked.')).toBeVisible()
  await answerOnOtherPhone(another, await askWallet(another, prove), 'Yes, over 18')
  await expect(another.getByText('Proven: you’re 18 or over')).toBeVisible()
})

test('a new user follows the first four steps of the README on a phone', async ({ browser }) => {
  const onPhone = async () => (await browser.newContext({ ...devices['Pixel 7'], viewport: phone })).newPage()
  await makeRecord(await onPhone(), await onPhone(), makePerson('Ada Byron'), makeSam())
})
