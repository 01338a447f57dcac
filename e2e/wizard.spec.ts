import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './actions/accessibility.ts'
import { signUp, somebody } from './actions/account.ts'

const toast = (page: Page, title: string, description = '') =>
  page.locator('[data-toast]').filter({ hasText: title }).filter({ hasText: description })

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

test('the age wizard refuses each unfinished step by its toast, keeps a draft without images, and ends in a link (CREATE-4, CREATE-16, CREATE-20, AGE-1, LINK-4, UPLOAD-18, CAMERA-16)', async ({
  page,
}) => {
  await signUp(page, somebody('Noor Rahman'))
  await page.goto('/age-confirmation')

  await next(page)
  await expect(
    toast(page, 'Consent required', 'Please confirm your consent to identity sharing'),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await next(page)
  await expect(toast(page, 'Photo required', 'Please take a passport-style photo')).toBeVisible()

  // A photo may be taken again, and leaves as a jpeg named selfie.
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
  await expect(toast(page, 'Photo saved')).toBeVisible()
  expect(uploads).toEqual([
    expect.stringMatching(
      /name="file"; filename="selfie\.jpg"\r\nContent-Type: image\/jpeg\r\n\r\n\xff\xd8\xff/,
    ),
  ])

  await page.getByLabel('Full name').fill('')
  await next(page)
  await expect(
    toast(page, 'Information required', 'Please provide your full name and date of birth'),
  ).toBeVisible()
  await page.getByLabel('Full name').fill('Noor Rahman')
  await next(page)

  await next(page)
  await expect(
    toast(page, 'Information required', 'Please provide information about the third party'),
  ).toBeVisible()
  await page.getByLabel("Third party's full name").fill('Sam O’Neill')
  await page.getByLabel('Name on social media').fill('@sam')
  await page.getByLabel('Platform where you met').fill('Hinge')
  await next(page)

  await next(page)
  await expect(
    toast(page, 'Information required', 'Please sign, date, and upload your ID document'),
  ).toBeVisible()
  const today = new Date().toISOString().slice(0, 10)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(today)
  await page.getByRole('textbox', { name: 'Signature' }).fill('Noor Rahman')
  // This camera shows no document, which is said; the photo is there all the same, as large as the camera gives it.
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

  // Backwards is always allowed, and a reload loses nothing; what the tab keeps until it is saved has no image in it.
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.route('**/api/drafts/age', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.getByLabel('Platform where you met').fill('Tinder')
  await expect(page.getByText('Not saved yet. Kept in this tab; we try again.').first()).toBeVisible()
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
  await next(page)
  await next(page)
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

  // The tick stands for 2 seconds.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const copy = page.getByRole('button', { name: 'Copy link' })
  await copy.click()
  await expect(toast(page, 'Copied!', 'Verification link copied to clipboard')).toBeVisible()
  await expect(copy.locator('.tabler-icon-check')).toBeVisible()
  await page.clock.runFor(1900)
  await expect(copy.locator('.tabler-icon-check')).toBeVisible()
  await page.clock.runFor(100)
  await expect(copy.locator('.tabler-icon-copy')).toBeVisible()
  await page.clock.resume()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  // The usage is read anew without a reload.
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByText("You've used all your age verifications for this month.")).toBeVisible()
})
