import { makePerson, signUp } from './actions/account.ts'
import { expectGood, narrowest, openPage } from './actions/layout.ts'
import { linkInMail } from './actions/mail.ts'
import {
  createPersonVerification,
  fillThirdPartyForm,
  goOn,
  makeVerification,
  passGate,
} from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

const longName = 'Wolfeschlegelsteinhausenbergerdorff-Maria de la Concepción'
const nobodys = '6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11'

test.use({ viewport: narrowest })

const publicPages = {
  'of the site': [
    '/',
    '/about',
    '/terms',
    '/privacy',
    '/privacy-policy',
    '/legal-consult',
    '/my-data',
    '/nothing-here',
  ],
  'of accounts': [
    '/login',
    '/login?closes=2026-12-24T00:00:00.000Z',
    '/register',
    '/forgot-password',
    '/reset-password',
    '/confirm',
    '/wallet-return',
    '/voucher-return/bank',
  ],
  'of a record': [
    '/check',
    '/log',
    '/api-reference',
    '/verify/not-a-link',
    `/verify/${nobodys}`,
    `/records/${nobodys}`,
  ],
}
const withoutFooter = ['/confirm', '/wallet-return', '/voucher-return/bank']
for (const [which, paths] of Object.entries(publicPages)) {
  test(`every public page ${which} fits 320 px from left and from right, and keeps WCAG 2.2 AA and the content policy, with the language in every footer (PAGE-13, WORDS-11)`, async ({
    page,
  }) => {
    const complaints = collectComplaints(page)
    for (const path of paths) {
      await openPage(page, path)
      if (!withoutFooter.includes(path)) await expectLanguageChoice(page, path)
      await expectGood(page, path)
    }
    expect(complaints).toEqual([])
  })
}

test('every signed-in page fits 320 px from left and from right, and meets WCAG 2.2 AA, with the language in its footer (PAGE-13, WORDS-11)', async ({
  page,
}) => {
  await signUp(page, makePerson(longName))
  await openPage(page, '/dashboard')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expectGood(page, 'navigation')
  await page.keyboard.press('Escape')
  await expectLanguageChoice(page, '/dashboard')
  await expectGood(page, '/dashboard')
  await page.getByRole('tab', { name: 'Recent Activity' }).click()
  await expectGood(page, 'no activity')
  for (const path of [
    '/age-confirmation',
    '/person-verification',
    '/settings',
    '/subscription',
    '/subscription/success',
    '/subscription/cancel',
    '/history',
    '/legal-consult',
    '/',
  ]) {
    await openPage(page, path)
    await expectLanguageChoice(page, path)
    await expectGood(page, path)
  }
})

test('the camera dialog cuts off nothing at 320 px or from right to left, and meets WCAG 2.2 AA (PAGE-13)', async ({
  page,
}) => {
  await signUp(page, makePerson(longName))
  await openPage(page, '/age-confirmation')
  await page.getByRole('button', { name: 'Take a Passport-Style Photo' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Capture' })).toBeEnabled()
  await expectGood(page, 'camera dialog')
})

test('every page of a verification fits 320 px from left and from right, and meets WCAG 2.2 AA, with the language in its footer (PAGE-13, WORDS-11)', async ({
  page,
  browser,
}) => {
  const creator = makePerson(longName)
  const thirdParty = {
    fullName: `${longName} the Second`,
    email: `wolfeschlegelsteinhausenbergerdorff-${Date.now()}@example.com`,
    socialMediaName: '@wolfeschlegelsteinhausenbergerdorff',
  }
  await signUp(page, creator)
  const link = await createPersonVerification(page, creator, thirdParty)
  await expectGood(page, 'link card')
  const id = new URL(link).pathname.split('/').pop() ?? ''
  await openPage(page, '/person-verification')
  await expectGood(page, 'limit reached')
  await openPage(page, new URL(link).pathname)
  await expectGood(page, 'own link')
  for (const path of ['/history', `/person-verification-view/${id}`]) {
    await openPage(page, path)
    await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
    await expectGood(page, `${path} while it is pending`)
  }

  const theirs = await browser.newContext({ viewport: narrowest })
  const theirPage = await theirs.newPage()
  await openPage(theirPage, link)
  await expectLanguageChoice(theirPage, 'gate')
  await expectGood(theirPage, 'gate')
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)
  await expectLanguageChoice(theirPage, 'third party form')
  await expectGood(theirPage, 'third party form, filled in')
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await expectGood(theirPage, 'submitted')
  await openPage(theirPage, link)
  await expectGood(theirPage, 'completed link')
  await theirPage.goto(await linkInMail(page, thirdParty.email, /record/i))
  await expect(theirPage.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await expectLanguageChoice(theirPage, 'record')
  await expectGood(theirPage, 'record behind a mailed link')
  await theirs.close()

  for (const path of [`/person-verification-view/${id}`, `/consent-form/${id}`]) {
    await openPage(page, path)
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
    await expectGood(page, path)
  }
  await openPage(page, `/consent-form/${nobodys}`)
  await expectGood(page, 'record of somebody else')
  await openPage(page, '/history')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expectGood(page, '/history')
})

test('every step of the third party’s form fits 320 px from left and from right, and meets WCAG 2.2 AA (PAGE-13)', async ({
  page,
}) => {
  const thirdParty = {
    fullName: longName,
    email: `steps-${Date.now()}@example.com`,
    socialMediaName: `@${longName}`,
  }
  await signUp(page, makePerson(longName))
  const link = await makeVerification(page, makePerson(longName), thirdParty)
  const theirs = await page.context().browser()?.newContext({ viewport: narrowest })
  const theirPage = await theirs?.newPage()
  if (!theirPage) throw new Error('no other browser')
  await passGate(theirPage, link, thirdParty.email)
  for (const step of [1, 2, 3, 4, 5]) {
    await expect(theirPage.getByText(`Step ${step} of 5`)).toBeVisible()
    await expectGood(theirPage, `step ${step}`)
    if (step === 1) await theirPage.getByRole('checkbox', { name: 'I am 18 or over' }).check()
    if (step < 5) await goOn(theirPage)
  }
  await theirPage.getByRole('button', { name: 'Read the text' }).click()
  await expect(theirPage.getByRole('dialog')).toBeVisible()
  await expectGood(theirPage, 'the whole text')
  await theirs?.close()
})

/** Fails unless the page has one select named Language, in its footer, large enough for a finger. */
async function expectLanguageChoice(page: Page, place: string): Promise<void> {
  const select = page.getByRole('combobox', { name: 'Language', exact: true })
  await expect(select, place).toHaveCount(1)
  await expect(select, place).toHaveValue('en')
  const readHeight = async () => (await select.boundingBox())?.height ?? 0
  await expect.poll(readHeight, { message: place }).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('contentinfo').getByRole('combobox'), place).toHaveCount(1)
}

function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}
