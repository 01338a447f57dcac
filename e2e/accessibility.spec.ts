import { expect, test } from '@playwright/test'
import { expectAccessible } from './actions/accessibility.ts'
import { register, somebody } from './actions/account.ts'
import { passGate } from './actions/age-verification.ts'
import { createPersonVerification } from './actions/person-verification.ts'

const pages = ['/', '/login', '/register', '/forgot-password', '/about', '/terms', '/nothing-here']

for (const colorScheme of ['light', 'dark'] as const) {
  test(`public pages break no rule of WCAG 2.2 AA in ${colorScheme}, and no content policy`, async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy/.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, path)
    }
    expect(complaints).toEqual([])
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the screens of a verification break no rule of WCAG 2.2 AA in ${colorScheme}`, async ({
    page,
    browser,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const thirdParty = {
      fullName: 'Anna Kowalska',
      email: `anna-${colorScheme}-${Date.now()}@example.com`,
      socialMediaName: '@anna',
    }
    await register(page, somebody('Ravi Patel'))
    for (const path of [
      '/dashboard',
      '/age-confirmation',
      '/person-verification',
      '/settings',
      '/subscription',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, path)
    }
    await page.goto('/age-confirmation')
    await page.getByRole('button', { name: 'Take a Passport-Style Photo' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Capture' })).toBeEnabled()
    await expectAccessible(page, 'camera dialog')

    const link = await createPersonVerification(page, somebody('Ravi Patel'), thirdParty)
    for (const path of ['/history', `/person-verification-view/${new URL(link).pathname.split('/').pop()}`]) {
      await page.goto(path)
      await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
      await expectAccessible(page, path)
    }

    const theirs = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const theirPage = await theirs.newPage()
    await theirPage.goto(link)
    await expect(theirPage.getByLabel('Your email')).toBeVisible()
    await expectAccessible(theirPage, 'gate')
    await passGate(theirPage, link, thirdParty.email)
    await expect(theirPage.getByRole('button', { name: 'Submit Verification' })).toBeVisible()
    await expectAccessible(theirPage, 'third party form')
    await theirs.close()
  })
}
