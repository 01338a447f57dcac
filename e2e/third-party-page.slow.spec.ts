import { makePerson, signUp } from './actions/account.ts'
import { fillThirdPartyForm, makeVerification } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

const nowhere = '/verify/00000000-0000-4000-8000-000000000000'

test("an invalid link shows the card 'Verification Failed' and offers Return Home (GATE-2)", async ({
  page,
}) => {
  await page.goto('/verify/nonsense')
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  await expect(page.getByText('Invalid verification link')).toBeVisible()
  await page.goto(nowhere)
  await expect(
    page.getByText(
      'Verification not found. The link may be invalid, expired, or the verification has been removed.',
    ),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await page.waitForURL('/')
})

test('the public page shows the kind in its address, age by default, while it is loading (GATE-1)', async ({
  page,
}) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/public/verifications/*', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(nowhere)
  await expect(page.getByText('Loading verification details...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Age & Identity Verification Consent Form' })).toBeVisible()
  await page.goto(`${nowhere}?type=person`)
  await expect(page.getByText('Loading verification details...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Person Verification Consent Form' })).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
})

test('the public page blocks right-click and the shortcuts, and shows that (PROTECT-3)', async ({ page }) => {
  await page.goto(nowhere)
  const heading = page.getByRole('heading', { name: 'Verification Failed' })
  await expect(heading).toBeVisible()
  await expect(page.locator('[data-watermark]')).toHaveCount(1)
  const wasPrevented = watchEvents(page)
  for (const keys of [
    'F12',
    'Control+Shift+I',
    'Control+u',
    'Control+s',
    'PrintScreen',
    'Meta+Shift+3',
    'Meta+Shift+4',
    'Meta+Shift+5',
  ]) {
    expect(await wasPrevented('keydown', () => page.keyboard.press(keys)), keys).toBe(true)
  }
  await expect(page.locator('[data-toast]').filter({ hasText: 'Action Blocked' }).first()).toContainText(
    'This action is disabled for security',
  )
  expect(await wasPrevented('keydown', () => page.keyboard.press('Tab'))).toBe(false)
  expect(await wasPrevented('contextmenu', () => heading.click({ button: 'right' }))).toBe(true)
  await expect(page.locator('[data-toast]').filter({ hasText: 'Right-click Disabled' })).toBeVisible()
})

test('a third party waits one second at the gate, and the page makes the specified calls (GATE-7, SUBMIT-2, SUBMIT-9)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Yusuf Demir')
  const thirdParty = {
    fullName: 'Clara Nilsson',
    email: `clara-${Date.now()}@example.com`,
    socialMediaName: '@clara',
  }
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)
  const id = new URL(link).pathname.split('/').pop() ?? ''

  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await theirPage.clock.install()
  await theirPage.goto(link)
  await theirPage.getByLabel('Your email').fill(thirdParty.email)
  await theirPage.clock.pauseAt(Date.now() + 60_000)
  const hasPassed = () =>
    theirPage.evaluate((key) => sessionStorage.getItem(key) !== null, `assent.gate.${id}`)
  await theirPage.getByRole('button', { name: 'Continue' }).click()
  await expect(theirPage.getByText('Email verified').first()).toBeVisible()
  await theirPage.clock.runFor(999)
  expect(await hasPassed()).toBe(false)
  await theirPage.clock.runFor(1)
  expect(await hasPassed()).toBe(true)
  await theirPage.clock.resume()

  const calls: Record<string, string>[] = []
  await theirPage.route('**/functions/v1/third-party-upload', async (route) => {
    calls.push(parseFields(route.request().postDataBuffer()?.toString('latin1') ?? ''))
    if (calls.length === 3) {
      await expect(theirPage.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    }
    await route.continue()
  })
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await expect(theirPage.getByText('Verification successful')).toBeVisible()
  await theirPage.getByText('More', { exact: true }).click()
  await expect(theirPage.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await expect(theirPage.getByRole('img', { name: 'Your ID' })).toBeVisible()

  const [selfie, document, submission] = calls
  expect(selfie).toMatchObject({
    formId: id,
    verificationType: 'person',
    fileName: expect.stringMatching(new RegExp(`^${id}/selfie-\\d{13}\\.jpg$`)),
    file: 'selfie.jpg image/jpeg',
  })
  expect(document).toMatchObject({
    formId: id,
    verificationType: 'person',
    fileName: expect.stringMatching(new RegExp(`^${id}/id-\\d{13}\\.jpg$`)),
  })
  expect(submission).toMatchObject({
    completeSubmission: 'true',
    formId: id,
    signature: thirdParty.fullName,
    verificationType: 'person',
    selfieUrl: expect.stringContaining('/api/files/user_documents/'),
    idUrl: expect.stringContaining('/api/files/id_documents/'),
  })
  await theirs.close()
})

/** Returns whether the page prevented the event of an action. */
function watchEvents(page: Page) {
  return async (type: string, action: () => Promise<void>) => {
    const event = await page.evaluateHandle((name) => {
      const seen: Event[] = []
      // On the window, because every event reaches it before the page's own listeners.
      window.addEventListener(name, (one) => seen.push(one), { capture: true })
      return seen
    }, type)
    await action()
    return event.evaluate((seen) => seen.at(-1)?.defaultPrevented)
  }
}

/** The fields of a multipart body; for a file, its name and type. */
function parseFields(body: string): Record<string, string> {
  const parts = body.matchAll(
    /name="(\w+)"(?:; filename="([^"]*)"\r\nContent-Type: (\S+))?\r\n\r\n([\s\S]*?)\r\n--/g,
  )
  return Object.fromEntries(
    [...parts].map(([, name = '', fileName, type, value = '']) => [
      name,
      fileName === undefined ? value : `${fileName} ${type}`,
    ]),
  )
}
