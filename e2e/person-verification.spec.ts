import { makePerson, signUp } from './actions/account.ts'
import { idCard } from './actions/capture.ts'
import { feedbackDialog, sendFeedback } from './actions/feedback.ts'
import { expectAccessible } from './actions/layout.ts'
import {
  createPersonVerification,
  fillThirdPartyForm,
  makeVerification,
  passGate,
} from './actions/verification.ts'
import { devices, expect, type Response, type Route, test } from './test.ts'

function thirdPartyNamed(fullName: string) {
  return {
    fullName,
    email: `third-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`,
    socialMediaName: '@someone',
  }
}

test('a third party completes a person verification on a phone, and the owner sees it at their own link (PRODUCT-2, GATE-12, PERSON-8)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Marguerite Duval')
  const thirdParty = thirdPartyNamed('Oluwaseun Adeyemi')
  await signUp(page, creator)
  const link = await createPersonVerification(page, creator, thirdParty)

  // The owner skips the gate, can't submit, and is asked to share the link.
  await page.goto(link)
  await expect(page.getByText('Awaiting Third Party Verification')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Verification link' })).toHaveValue(link)
  await expect(page.getByLabel('Your email')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Submit Verification' })).toHaveCount(0)

  const phone = await browser.newContext({ ...devices['Pixel 7'] })
  const theirPage = await phone.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)
  expect(await theirPage.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()

  const scripts: Response[] = []
  theirPage.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer)
  })
  await theirPage.getByText('More', { exact: true }).click()
  await theirPage.getByRole('button', { name: 'Give feedback' }).click()
  await feedbackDialog(theirPage).getByRole('radio', { name: 'Very good' }).check()
  for (const colorScheme of ['light', 'dark'] as const) {
    await theirPage.emulateMedia({ colorScheme })
    await expectAccessible(theirPage, `feedback after a verification in ${colorScheme}`)
  }
  const feedback = await sendFeedback(theirPage)
  expect(feedback.postDataJSON()).toEqual({ rating: 5, comment: null })
  expect(feedback.headers()['authorization']).toBeUndefined()
  const code = await Promise.all(scripts.map((script) => script.text()))
  expect(code.length).toBeGreaterThan(0)
  expect(code.filter((text) => text.includes('GoTrueClient'))).toEqual([])
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await theirPage.emulateMedia({ colorScheme })
    await expectAccessible(theirPage, `completed in ${colorScheme}`)
  }
  await phone.close()

  // Their page was open the whole time and isn't reloaded.
  await expect(page.getByText('Verification Complete')).toBeVisible()
  await expect(page.getByText('Awaiting Third Party Verification')).toHaveCount(0)
  await page.getByRole('link', { name: 'Open the full record' }).click()
  await page.waitForURL('**/person-verification-view/*')

  const id = new URL(link).pathname.split('/').pop()
  await page.goto(`/person-verification-view/${id}`)
  await expect(page.getByText('Verification Complete')).toBeVisible()
  await expect(page.getByText('Person Verification Consent Form')).toBeVisible()
})

test('a third party declines and the creator sees the request rejected and its link expired (STATE-9)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Ines Ferreira')
  const thirdParty = thirdPartyNamed('Tom Baker')
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)

  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await theirPage.getByRole('button', { name: 'No, thank you' }).click()
  const dialog = theirPage.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(theirPage.getByRole('button', { name: 'Submit Verification' })).toHaveCount(0)
  await theirs.close()

  await page.goto('/history')
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText('Link expired').first()).toBeVisible()
})

test('a third party says no without the creator knowing, and the link, opened again, looks unanswered (NO-4, NO-6)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Nora Lund')
  const thirdParty = thirdPartyNamed('Tim Berg')
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)

  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await theirPage.getByRole('button', { name: 'No, thank you' }).click()
  await theirPage.getByRole('button', { name: 'I don’t want this, and I don’t want them to know' }).click()
  await expect(theirPage.getByRole('heading', { level: 1 })).toHaveText(
    'You said no. We don’t tell Nora Lund.',
  )
  await expect(theirPage.getByText('If you’re in danger, call your local emergency number.')).toBeVisible()
  await expect(theirPage.getByRole('link', { name: 'What is held about me' })).toBeVisible()
  await expect(theirPage.getByRole('link', { name: 'Exit this page' })).toBeVisible()

  await passGate(theirPage, link, thirdParty.email)
  await expect(theirPage.getByRole('button', { name: 'No, thank you' })).toBeVisible()
  await theirs.close()

  await page.goto('/history')
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
})

test('the creator cancels a request, and its closed link states what happened to the uploads (STATE-7, OWNER-9, GATE-72)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const creator = makePerson('Pelle Lindqvist')
  const thirdParty = thirdPartyNamed('Ada Byron')
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)
  const id = new URL(link).pathname.split('/').pop()

  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)

  await page.goto(`/person-verification-view/${id}`)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()

  // Their entries and uploads are in a page that can no longer submit them.
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Link expired').first()).toBeVisible()
  await expect(theirPage.getByText('What you added has been deleted.')).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByText('Link expired').first()).toBeVisible()
  await expect(stranger.getByText('What you added')).toHaveCount(0)
  await expect(stranger.getByLabel('Your email')).toHaveCount(0)
  await stranger.context().close()
  await theirs.close()
})

test("a page that can't open a camera offers the camera app, and a code to continue on a phone (CAMERA-11)", {
  tag: '@slow',
}, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaDevices'))
  await signUp(page, makePerson('Tomasz Lis'))
  await page.goto('/age-confirmation')
  await page.getByRole('button', { name: 'Take a Passport-Style Photo' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Camera not supported on this browser')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Code with the address of this page' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Use your camera app' }).click()
  await (await chooser).setFiles(await idCard('Tomasz Lis'))
  await dialog.getByRole('button', { name: 'Use Photo' }).click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
})

test('a press of the camera’s button shows a loading state for its code, and the next step when loading fails (CAMERA-19)', {
  tag: '@slow',
}, async ({ page }) => {
  const held: Route[] = []
  let isHeld = true
  await page.route('**/assets/camera-dialog-*', (route) => (isHeld ? held.push(route) : route.continue()))
  await signUp(page, makePerson('Tomasz Lis'))
  await page.goto('/age-confirmation')
  await page.getByRole('button', { name: 'Take a Passport-Style Photo' }).click()
  const dialog = page.getByRole('dialog')
  await expect(page.getByText('Opening the camera…')).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const route of held) await route.abort()
  isHeld = false
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the camera')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByRole('button', { name: 'Capture' })).toBeEnabled()
  const areStylesThere = () => [...document.styleSheets].some(({ href }) => href?.includes('/camera-dialog-'))
  await expect.poll(() => page.evaluate(areStylesThere)).toBe(true)
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await dialog.getByRole('button', { name: 'Use Photo' }).click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
})
