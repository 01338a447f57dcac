import type { Page } from '@playwright/test'
import type { Creator, Request } from '../../scripts/lib/sample-records.ts'
import { fillRegistration } from '../actions/account.ts'
import { idCard, idPdf, takePhoto } from '../actions/capture.ts'
import { codesInMails, linkInMail } from '../actions/mail.ts'
import { currentStep } from '../actions/steps.ts'
import { fillPersonWizard, fillThirdPartyForm, generateLink, passGate } from '../actions/verification.ts'

/** A name that is too long for most layouts. */
export const longName = 'Wolfeschlegelsteinhausenbergerdorff-Maria de la Concepción'

export type Who = 'creator' | 'newcomer' | 'unconfirmed' | 'spent'
type State =
  | 'declined'
  | 'withdrawn'
  | 'verified'
  | 'verifiedPerson'
  | 'held'
  | 'pending'
  | 'pendingPerson'
  | 'spentOne'
/** The people and the records that the screens show. */
export type World = { people: Record<Who, Creator>; records: Record<State, Request> }

/** Goes through a screen and yields a name for each picture to take on the way. */
export type Walk = (page: Page, world: World) => AsyncGenerator<string>

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
/** Opens the form for a legal hold, which is under More. */
export async function openHoldDialog(page: Page): Promise<void> {
  await page.getByText('More', { exact: true }).click()
  await press('Set a legal hold')(page)
}

const makeStranger = (fullName: string) => ({
  fullName,
  email: `${Date.now()}@example.com`,
  socialMediaName: '@somebody',
})

export async function* giveFeedback(page: Page): AsyncGenerator<string> {
  await press('Open navigation')(page)
  await press('Feedback')(page)
  yield ''
}

export async function* checkRecord(page: Page): AsyncGenerator<string> {
  yield ''
  await page.getByLabel('Choose a record').setInputFiles({
    name: `${longName}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 something else'),
  })
  await page.getByText('Not one of our records').waitFor()
  yield 'unknown'
}

export async function* forgetPassword(page: Page): AsyncGenerator<string> {
  yield ''
  await page.getByLabel('Email').fill('unknown@example.com')
  await press('Send Reset Link')(page)
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  yield 'sent'
}

export async function* resetPassword(page: Page, { people }: World): AsyncGenerator<string> {
  await page.goto(await linkInMail(page, people.spent.email, /password/i))
  await page.getByLabel('New password').waitFor()
  yield 'form'
}

export async function* confirmAddress(page: Page, { people }: World): AsyncGenerator<string> {
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  yield 'void'
  await page.goto(await linkInMail(page, people.newcomer.email, /confirm/i))
  await page.getByLabel('Password', { exact: true }).waitFor()
  yield 'password'
  await press('Confirm my email')(page)
  await page.getByText('Enter the password you registered with').first().waitFor()
  yield 'password-missing'
  await press('I didn’t register, or I forgot the password')(page)
  await page.getByLabel('New password', { exact: true }).waitFor()
  yield 'afresh'
  await page.goto(await linkInMail(page, people.creator.email, /Confirm/))
  await page.getByRole('heading', { name: 'Your email is confirmed already' }).waitFor()
  yield 'used'
}

export async function* registerGuessable(page: Page): AsyncGenerator<string> {
  await fillRegistration(page, {
    fullName: longName,
    email: 'maria.wolfe@example.com',
    password: 'Wolfeschlegelsteinhausenbergerdorff1990',
    dateOfBirth: '1990-04-17',
  })
  await press('Create account')(page)
  await page.getByText('This password uses your name').waitFor()
  yield ''
}

export async function* confirmOwn(page: Page, { people }: World): AsyncGenerator<string> {
  await page.goto(await linkInMail(page, people.newcomer.email, /confirm/i))
  await page.getByRole('button', { name: 'Confirm my email' }).waitFor()
  yield ''
}

export async function* confirmOther(page: Page, { people }: World): AsyncGenerator<string> {
  await page.goto(await linkInMail(page, people.newcomer.email, /confirm/i))
  await page.getByRole('heading', { name: 'You are logged in with another account' }).waitFor()
  yield 'other'
  await page.goto(await linkInMail(page, people.spent.email, /password/i))
  await page.getByText('You stay logged in here').waitFor()
  yield 'reset'
}

export async function* completeAge(page: Page, { records }: World): AsyncGenerator<string> {
  const { verificationLink, thirdParty } = records.pending
  await page.getByLabel('Your email').waitFor()
  yield 'gate'
  await page.getByLabel('Your email').fill('somebody.else@example.com')
  await press('Continue')(page)
  await page.getByText("The email you entered doesn't match").first().waitFor()
  yield 'gate-refused'
  await passGate(page, verificationLink, thirdParty.email)
  await currentStep(page).waitFor()
  yield 'asked'
  await press('Continue')(page)
  await page.getByText('Tick this if you’re 18 or over').waitFor()
  yield 'held'
  await page.getByRole('checkbox', { name: 'I am 18 or over' }).check()
  await press('Continue')(page)
  yield 'text'
  await press('Read the whole text')(page)
  await page.getByRole('dialog').waitFor()
  yield 'whole-text'
  await page.goBack()
  await press('Continue')(page)
  yield 'photo'
  await press('Take a Photo of Yourself')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Capture' }).waitFor()
  yield 'camera'
  await page.goBack()
  await press('Skip for now')(page)
  yield 'id'
  await press('Skip for now')(page)
  yield 'missing'
  for (let step = 5; step > 1; step -= 1) await page.goBack()
  await fillThirdPartyForm(page, { ...thirdParty, socialMediaName: '@wolfe' })
  yield 'filled'
}

export async function* declinePerson(page: Page, { records }: World): AsyncGenerator<string> {
  const { verificationLink, thirdParty } = records.pendingPerson
  yield 'gate'
  await page.goto(verificationLink)
  await page.getByText(/^Reference/).waitFor()
  await press('I don’t know who this is')(page)
  await page.getByRole('button', { name: 'Block this sender' }).waitFor()
  yield 'unknown'
  await page.goto(await linkInMail(page, thirdParty.email, /asked/, /https?:\S+\/emails\?\S+/))
  await page.getByRole('button', { name: 'Block this sender' }).waitFor()
  yield 'emails'
  await passGate(page, verificationLink, thirdParty.email)
  await press('No, thank you')(page)
  await page.getByRole('dialog').waitFor()
  yield 'decline-dialog'
  await press('I don’t want this, and I don’t want them to know')(page)
  await page.getByRole('heading', { name: /^You said no/ }).waitFor()
  yield 'said-no'
}

export async function* openRecord(page: Page, { records }: World): AsyncGenerator<string> {
  const { verified } = records
  await page.goto(`/records/${verified.id}`)
  await page.getByLabel('Your email').waitFor()
  yield 'ended'
  await page.goto(await linkInMail(page, verified.thirdParty.email, /record/i))
  await page.getByRole('heading', { name: 'Your record', level: 1 }).waitFor()
  yield 'open'
  await page
    .getByRole('button', { name: /^Full size: / })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('img').waitFor()
  yield 'enlarged'
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await dialog.getByText('100 %').waitFor({ state: 'hidden' })
  yield 'zoomed'
}

export async function* openHeldRecord(page: Page, { records }: World): AsyncGenerator<string> {
  await page.goto(await linkInMail(page, records.held.thirdParty.email, /legal hold/i))
  await page.getByRole('heading', { name: 'The other person set a legal hold' }).waitFor()
  yield 'open'
  await press('Withdraw')(page)
  await page.getByRole('dialog').waitFor()
  yield 'withdrawing'
}

export async function* walkAgeWizard(page: Page, { people }: World): AsyncGenerator<string> {
  const next = press('Next')
  const { creator } = people
  yield '1'
  await next(page)
  await page.getByRole('alert').first().waitFor()
  yield '1-errors'
  await press('Take a Passport-Style Photo')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Capture' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use Photo' }).waitFor()
  yield 'camera'
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await takePhoto(page, 'Take a Passport-Style Photo')
  await page.getByLabel('Full name').fill(creator.fullName)
  await page.getByLabel('Date of birth').fill('1990-04-17')
  yield '1-filled'
  await next(page)
  yield '2'
  await page.getByLabel("Third party's full name").fill(longName)
  await page.getByLabel('Name on social media').fill('@wolfe')
  await page.getByLabel('Platform where you met').fill('Hinge')
  await next(page)
  yield '3'
  await page.getByRole('textbox', { name: 'Signature' }).fill(creator.fullName)
  const idFile = page.getByLabel('Upload a valid ID')
  await idFile.setInputFiles(idPdf('many-pages.pdf', 5))
  await page.getByText('Keep only those that show your ID').first().waitFor()
  yield '3-refused'
  await idFile.setInputFiles(idPdf(`${longName}.pdf`, 2))
  await page.getByRole('img', { name: 'Your ID' }).waitFor()
  yield '3-pdf'
  await press('Remove')(page)
  await idFile.setInputFiles(await idCard(creator.fullName))
  await next(page)
  yield '4'
  await page.getByLabel("Third party's email").fill('wolfe@example.com')
  await press('Generate Verification Link')(page)
  const link = page.getByRole('textbox', { name: 'Verification link' })
  const wasReadMeanwhile = page.getByText('Your ID was read meanwhile')
  await link.or(wasReadMeanwhile).first().waitFor()
  if (await wasReadMeanwhile.isVisible()) await press('Generate Verification Link')(page)
  await link.waitFor()
  yield 'link'
}

export async function* walkPersonWizard(page: Page, { people }: World): AsyncGenerator<string> {
  yield '1'
  await fillPersonWizard(page, { ...people.creator, dateOfBirth: '1990-04-17' }, makeStranger(longName))
  yield '4'
  await press('Previous')(page)
  yield '3'
  await press('Previous')(page)
  yield '2'
  await press('Set a time limit')(page)
  yield '2-end'
  await press('Next')(page)
  await press('Next')(page)
  await generateLink(page)
  yield 'link'
}

export async function* makeUnconfirmed(page: Page, { people }: World): AsyncGenerator<string> {
  const person = { ...people.unconfirmed, dateOfBirth: '1990-04-17' }
  await fillPersonWizard(page, person, makeStranger('Amélie Dubois'))
  const link = await generateLink(page)
  yield 'link'
  await page.goto(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
  await page.getByRole('textbox', { name: 'Verification link' }).waitFor()
  yield 'view'
}
/** Shows a record as returned after its consent has ended. */
export async function endConsent(page: Page): Promise<void> {
  await page.route('**/api/{verifications,records}/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('"isOver":false', '"isOver":true')
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
  await page
    .getByText(/^was valid until/)
    .first()
    .waitFor()
}

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Requests a copy of the person's data, and waits for it. */
export async function* makeCopy(page: Page): AsyncGenerator<string> {
  await getButton(page, 'Download my data').click()
  yield 'asked'
  await page.getByText('Your copy is ready').waitFor({ timeout: 60_000 })
  yield 'ready'
}

/** The dialog that closes an account, up to a wrong password and a mailed code. */
export async function* closeAccount(page: Page): AsyncGenerator<string> {
  await getButton(page, 'Close my account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('Not-my-password-1')
  yield 'dialog'
  await dialog.getByRole('button', { name: 'Close my account' }).click()
  await page.getByText('Type the password').waitFor()
  yield 'wrong'
}

/** Proves an address and opens the data held about it. */
export async function* lookAtHeldData(page: Page, { records }: World): AsyncGenerator<string> {
  yield 'address'
  const { email } = records.pending.thirdParty
  await page.getByLabel('Your email').fill(email)
  await getButton(page, 'Email me a code').click()
  await page.getByLabel('Code').waitFor()
  yield 'code'
  const [code = ''] = await codesInMails(page, email, 1)
  await page.getByLabel('Code').fill(code)
  await getButton(page, 'Confirm').click()
  await getButton(page, 'Erase what is held').waitFor()
  yield 'list'
  await getButton(page, 'Erase what is held').click()
  yield 'question'
}

/** Opens one mail of each subject that was sent until now. */
export async function* readMails(page: Page): AsyncGenerator<string> {
  const links = await page
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('a')?.textContent ?? '', row.querySelector('a')?.pathname ?? '']),
    )
  const paths = new Map(links.filter(([, path]) => path) as [string, string][])
  let number = 0
  for (const path of paths.values()) {
    await page.goto(`${path}/html`)
    number += 1
    yield String(number)
  }
}
