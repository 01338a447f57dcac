import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './actions/accessibility.ts'
import { register, somebody } from './actions/account.ts'
import { fillThirdPartyForm, passGate } from './actions/age-verification.ts'
import { expectNothingCut } from './actions/layout.ts'
import { linkInMail } from './actions/mail.ts'
import { createPersonVerification } from './actions/person-verification.ts'

/** The narrowest phone, and what 400 % zoom leaves of 1280 px. */
const narrowest = { width: 320, height: 640 }
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Maria de la Concepción'
const nobodys = '6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11'

test.use({ viewport: narrowest, contextOptions: { reducedMotion: 'reduce' } })

test('no public page cuts anything at 320 px or from right to left, or breaks a rule of WCAG 2.2 AA', async ({
  page,
}) => {
  for (const path of ['/', '/about', '/terms', '/nothing-here', '/login', '/register', '/forgot-password']) {
    await open(page, path)
    await expectFits(page, path)
  }
  // What e2e/accessibility.spec.ts does not look at.
  for (const path of [
    '/privacy',
    '/privacy-policy',
    '/legal-consult',
    '/check',
    '/reset-password',
    '/confirm',
    '/verify/not-a-link',
    `/verify/${nobodys}`,
    `/records/${nobodys}`,
  ]) {
    await open(page, path)
    await expectGood(page, path)
  }
})

test('no page behind the sign-in cuts anything at 320 px or from right to left, or breaks a rule of WCAG 2.2 AA', async ({
  page,
}) => {
  await register(page, somebody(longName))
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expectGood(page, 'navigation')
  await page.keyboard.press('Escape')
  await expectGood(page, '/dashboard')
  await page.getByRole('tab', { name: 'Recent Activity' }).click()
  await expectGood(page, 'no activity')
  for (const path of ['/age-confirmation', '/settings', '/subscription']) {
    await open(page, path)
    await expectFits(page, path)
  }
  for (const path of ['/history', '/legal-consult', '/subscription/success', '/subscription/cancel', '/']) {
    await open(page, path)
    await expectGood(page, `${path} without a verification`)
  }
})

test('no page of a verification cuts anything at 320 px or from right to left, or breaks a rule of WCAG 2.2 AA', async ({
  page,
  browser,
}) => {
  const creator = somebody(longName)
  const thirdParty = {
    fullName: `${longName} the Second`,
    email: `wolfeschlegelsteinhausenbergerdorff-${Date.now()}@example.com`,
    socialMediaName: '@wolfeschlegelsteinhausenbergerdorff',
  }
  await register(page, creator)
  const link = await createPersonVerification(page, creator, thirdParty)
  await expectGood(page, 'link card')
  const id = new URL(link).pathname.split('/').pop() ?? ''
  await open(page, '/person-verification')
  await expectGood(page, 'limit reached')
  await open(page, new URL(link).pathname)
  await expectGood(page, 'own link')

  const theirs = await browser.newContext({ viewport: narrowest, reducedMotion: 'reduce' })
  const theirPage = await theirs.newPage()
  await open(theirPage, link)
  await expectFits(theirPage, 'gate')
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)
  await expectGood(theirPage, 'third party form, filled in')
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await expectGood(theirPage, 'submitted')
  await open(theirPage, link)
  await expectGood(theirPage, 'completed link')
  await theirPage.goto(await linkInMail(page, thirdParty.email, /record/i))
  await expect(theirPage.getByRole('button', { name: 'Download record (PDF)' })).toBeVisible()
  await expectGood(theirPage, 'record behind a mailed link')
  await theirs.close()

  for (const path of [`/person-verification-view/${id}`, `/consent-form/${id}`]) {
    await open(page, path)
    await expect(page.getByRole('button', { name: 'Download record (PDF)' })).toBeVisible()
    await expectGood(page, path)
  }
  await open(page, `/consent-form/${nobodys}`)
  await expectGood(page, 'record of somebody else')
  await open(page, '/history')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expectGood(page, '/history')
})

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function expectFits(page: Page, place: string): Promise<void> {
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), direction)
    await expectNothingCut(page, `${place} ${direction}`)
  }
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
}

async function expectGood(page: Page, place: string): Promise<void> {
  await expectFits(page, place)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await page.waitForFunction(
      () => !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    )
    await expectAccessible(page, `${place} in ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
