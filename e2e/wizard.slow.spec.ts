import { makePerson, signUp } from './actions/account.ts'
import { copyAndWaitForTick } from './actions/database.ts'
import { expectAccessible } from './actions/layout.ts'
import { phone } from './actions/steps.ts'
import { fillAcquaintance, goOn } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

const toast = (page: Page, title: string, description = '') =>
  page.locator('[data-toast]').filter({ hasText: title }).filter({ hasText: description })

const refusal = (page: Page, title: string, description: string) =>
  page.getByRole('alert').filter({ hasText: title }).filter({ hasText: description })

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

/** The link is shown with the delivery state of the mail. */
async function expectLinkShown(page: Page, link: string) {
  await expect(page.getByRole('textbox', { name: 'Verification link' })).toHaveValue(link)
  await expect(
    page.getByText('We can email it, and a code they may need, once you confirm your email address.'),
  ).toBeVisible()
}

test('the age wizard refuses each unfinished step at its fields and once above them, keeps a draft without images, and ends with a link (CREATE-4, CREATE-5, CREATE-16, CREATE-20, CREATE-24, CREATE-26, AGE-1, LINK-4, UPLOAD-18, CAMERA-16)', async ({
  page,
}) => {
  await signUp(page, makePerson('Noor Rahman'))
  await page.goto('/age-confirmation')
  const wide = page.viewportSize() ?? phone
  await page.setViewportSize(phone)
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
  const lead = await page.getByText('A record that you’re both adults.').boundingBox()
  expect((lead?.y ?? 740) + (lead?.height ?? 0)).toBeLessThanOrEqual(120)
  await page.setViewportSize(wide)
  await expect(page.getByText('You ask for: A photo and an ID')).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByLabel('What you ask for')).toBeFocused()

  await next(page)
  await expect(
    refusal(page, 'Consent required', 'Please confirm your consent to identity sharing'),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await next(page)
  await expect(refusal(page, 'Photo required', 'Please take a passport-style photo')).toBeVisible()

  // A photo may be retaken, and is uploaded as a jpeg named selfie.
  await page.getByRole('button', { name: 'Take a Passport-Style Photo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take a Passport-Style Photo' })
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await dialog.getByRole('button', { name: 'Retake' }).click()
  await dialog.getByRole('button', { name: 'Capture' }).click()
  const uploads: string[] = []
  await page.route('**/api/documents', (route) => {
    uploads.push(route.request().postDataBuffer()?.toString('latin1') ?? '')
    return route.continue()
  })
  await dialog.getByRole('button', { name: 'Use Photo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Photo saved' })).toBeVisible()
  expect(uploads).toEqual([
    expect.stringMatching(
      /name="file"; filename="selfie\.jpg"\r\nContent-Type: image\/jpeg\r\n\r\n\xff\xd8\xff/,
    ),
  ])

  await page.getByLabel('Full name').fill('')
  await next(page)
  await expect(
    refusal(page, 'Information required', 'Please provide your full name and date of birth'),
  ).toBeVisible()
  await page.getByLabel('Full name').fill('Noor Rahman')
  await goOn(page)

  await next(page)
  await expect(
    refusal(page, 'Information required', 'Please provide information about the third party'),
  ).toBeVisible()
  await fillAcquaintance(page, { fullName: 'Sam O’Neill', socialMediaName: '@sam' })
  await goOn(page)

  await next(page)
  await expect(
    refusal(page, 'Information required', 'Please sign, date, and upload your ID document'),
  ).toBeVisible()
  const today = new Date().toISOString().slice(0, 10)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(today)
  await page.getByRole('textbox', { name: 'Signature' }).fill('Noor Rahman')
  // This camera shows no document, which the advice states; the photo can still be taken, in the camera's full size.
  await page.getByRole('button', { name: 'Take a photo of your ID' }).click()
  const idDialog = page.getByRole('dialog', { name: 'Take a photo of your ID' })
  await expect(idDialog.getByRole('status')).toHaveText('Put the document inside the frame.')
  await expect(idDialog.getByRole('button', { name: 'Card' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'camera for a document')
  const video = await idDialog
    .getByLabel('Camera preview')
    .evaluate((video: HTMLVideoElement) => video.videoWidth)
  await idDialog.getByRole('button', { name: 'Capture' }).click()
  const photo = idDialog.getByRole('img', { name: 'The photo you took' })
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(video)
  await idDialog.getByRole('button', { name: 'Use Photo' }).click()
  await expect(page.getByRole('img', { name: 'Your ID' })).toBeVisible()

  // Going back is always allowed, and a reload loses nothing; the unsaved data in the tab has no image in it.
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.route('**/api/drafts/age', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.getByLabel('Platform where you met').fill('Tinder')
  await expect(page.getByText('Not saved yet. Kept in this tab while we try again.').first()).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(kept).toContain('Tinder')
  expect(kept).not.toMatch(/blob:|data:|\/api\/files|Signature=/)
  expect(kept.length).toBeLessThan(4000)
  await page.unroute('**/api/drafts/age')
  await page.reload()
  await expect(page.getByLabel('Platform where you met')).toHaveValue('Tinder')
  await expect(page.getByText('Draft saved')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Tinder')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await goOn(page)
  await goOn(page)
  await expect(page.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await next(page)

  const generate = page.getByRole('button', { name: 'Generate Verification Link' })
  await expect(generate).toBeDisabled()
  await page.getByLabel("Third party's email").fill(`sam-${Date.now()}@example.com`)
  await generate.click()
  await expect(
    toast(
      page,
      'Verification link created',
      'Share this link with the other person to complete verification',
    ),
  ).toBeVisible()
  const link = await page.getByRole('textbox', { name: 'Verification link' }).inputValue()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Tinder')
  await expect(page).toHaveURL(/\/age-confirmation\/created\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Verification link' })).toHaveValue(link)

  // The tick is shown for 2 seconds.
  await page.clock.install()
  await copyAndWaitForTick(page, page.getByRole('button', { name: 'Copy link' }), () =>
    expect(toast(page, 'Copied!', 'Verification link copied to clipboard')).toBeVisible(),
  )
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  // The usage is refetched without a reload.
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByText("You've used all your age verifications for this month.")).toBeVisible()
})

test("a field that is focused while the account's name is being filled in already has the name (CREATE-25)", async ({
  page,
}) => {
  await signUp(page, makePerson('Noor Rahman'))
  await page.addInitScript(() => {
    const { matches } = Element.prototype
    const look = function (this: Element, selector: string) {
      // The text right after the code looked up the field.
      if (selector.includes('fullName')) {
        queueMicrotask(() => {
          const field = document.querySelector<HTMLInputElement>('[data-path="fullName"]')
          document.documentElement.dataset['found'] = field?.value ?? ''
        })
      }
      return matches.call(this, selector)
    }
    Object.assign(Element.prototype, { matches: look })
  })
  await page.goto('/person-verification')
  await expect(page.getByLabel('Full name')).toHaveValue('Noor Rahman')
  await expect(page.locator('html')).toHaveAttribute('data-found', 'Noor Rahman')
})

test('Back goes one step back in the wizards and closes the camera first; on the first step, and on the page of the link, it leaves (CREATE-23, CREATE-24, CAMERA-17)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Noor Rahman')
  await signUp(page, creator)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Person Verification' }).first().click()
  const step = (number: number) => expect(page.getByText(`Step ${number} of 4`)).toBeVisible()
  await step(1)
  await page.getByLabel('Full name').fill('Noor Rahman')
  await page.getByLabel('Date of birth').fill('1990-04-17')
  await next(page)
  await step(2)
  await page.goBack()
  await step(1)
  await expect(page.getByRole('heading', { name: 'About you' })).toBeFocused()
  await page.goForward()
  await step(2)
  await fillAcquaintance(page, { fullName: 'Sam O’Neill', socialMediaName: '@sam' })
  await next(page)
  await step(3)
  await page.reload()
  await step(3)
  await page.goBack()
  await step(2)
  await expect(page.getByLabel('Platform where you met')).toHaveValue('Hinge')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  // The typed data is still there, at the same step.
  await page.goForward()
  await step(1)
  await page.goForward()
  await page.goForward()
  await step(3)
  await page.getByRole('textbox', { name: 'Signature' }).fill('Noor Rahman')
  await next(page)
  await page.getByLabel("Third party's email").fill(`sam-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Generate Verification Link' }).click()
  await expect(page.getByRole('heading', { name: 'Verification link created' })).toBeFocused()
  // The page of the link has its own address, without personal data, and replaces the steps.
  await expect(page).toHaveURL(/\/person-verification\/created\/[0-9a-f-]{36}$/)
  await expect(page).toHaveTitle('Verification link created · Assent')
  const created = page.url()
  const link = await page.getByRole('textbox', { name: 'Verification link' }).inputValue()
  await expectLinkShown(page, link)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goForward()
  await expectLinkShown(page, link)
  // Forward doesn't lead to a filled form, which could create a second request.
  await page.goForward()
  await expect(page.getByText('Subscription Limit Reached')).toBeVisible()
  await page.goBack()
  await page.reload()
  await expectLinkShown(page, link)
  await page.getByRole('button', { name: 'Show a code to scan' }).click()
  await expect(page.getByRole('img', { name: 'Code with the verification link' })).toBeVisible()
  await expectAccessible(page, 'the page of a link, opened again')
  const tab = await page.context().newPage()
  // The address of the other kind redirects to its own.
  await tab.goto(created.replace('person-verification', 'age-confirmation'))
  await expect(tab).toHaveURL(created)
  await expectLinkShown(tab, link)
  await tab.close()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(created)
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(creator.email)
  await page.getByLabel('Password', { exact: true }).fill(creator.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expectLinkShown(page, link)
  await expect(page).toHaveURL(created)
  const stranger = await (await browser.newContext()).newPage()
  await signUp(stranger, makePerson('Eve Stranger'))
  await stranger.goto(created)
  await expect(stranger.getByText('You do not have permission to view this form')).toBeVisible()
  await expect(stranger.getByText(link)).toHaveCount(0)
  await expect(stranger.getByRole('textbox', { name: 'Verification link' })).toHaveCount(0)
  await stranger.context().close()

  await page.goto('/age-confirmation')
  const camera = page.getByRole('button', { name: 'Take a Passport-Style Photo' })
  await camera.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Capture' })).toBeEnabled()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(camera).toBeFocused()
  await step(1)
})

test('a refusal is shown at its fields and in one summary that links to them, and disappears with them (CREATE-5)', async ({
  page,
}) => {
  await signUp(page, makePerson('Ines Carvalho'))
  await page.goto('/person-verification')
  const fullName = page.getByLabel('Full name')
  const birth = page.getByLabel('Date of birth')
  await expect(fullName).toHaveValue('Ines Carvalho')
  await fullName.fill('')
  await birth.fill('')
  await next(page)
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Information required')
  await expect(fullName).toBeFocused()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await expect(fullName).toHaveAttribute('required', '')
  await expectAccessible(page, 'a step that is refused')
  await summary.getByRole('button', { name: 'Date of birth' }).click()
  await expect(birth).toBeFocused()
  await birth.fill('1990-04-17')
  await expect(summary.getByRole('button')).toHaveText(['Full name'])
  await fullName.fill('Ines Carvalho')
  await expect(summary).toHaveCount(0)
  await next(page)
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
})
