import { expect, test } from '@playwright/test'
import { signUp, somebody } from './actions/account.ts'
import { fillHistory } from './actions/history.ts'
import { createPersonVerification } from './actions/person-verification.ts'
import { phone } from './actions/steps.ts'

test('a history of 400 loads as one scrolls, draws only what is near, and is found again where one left it (HISTORY-8, HISTORY-10)', async ({
  page,
}) => {
  const creator = somebody('Beatriz Lima')
  const thirdParty = {
    fullName: 'Oskar Nilsson',
    email: `oskar-${Date.now()}@example.com`,
    socialMediaName: '@oskar',
  }
  await signUp(page, creator)
  await fillHistory(await createPersonVerification(page, creator, thirdParty), 400)
  await page.goto('/history')
  await expect(page.getByRole('tab', { name: 'All (400)' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(thirdParty.fullName)

  // On a phone, and where somebody reads with text of twice the size, no tab is cut.
  const wide = page.viewportSize() ?? phone
  await page.setViewportSize(phone)
  for (const size of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, size)
    for (const tab of [/^All \(400\)$/, /^Age Verifications \(\d+\)$/, /^Person Verifications \(\d+\)$/]) {
      const box = await page.getByRole('tab', { name: tab }).boundingBox()
      expect(box?.x, `${tab} at ${size}`).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? phone.width), `${tab} at ${size}`).toBeLessThan(phone.width)
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(wide)

  const findCard = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  const scrollTo = (name: string, step: number) =>
    expect(async () => {
      await page.mouse.wheel(0, step)
      await expect(findCard(name)).toBeInViewport({ timeout: 100 })
    }).toPass({ intervals: [50] })
  await page.mouse.move(640, 400)
  await scrollTo('Third party 399', 20_000)
  await expect(findCard('Third party 399')).toHaveAttribute('aria-posinset', '400')
  await expect(findCard('Third party 399')).toHaveAttribute('aria-setsize', '400')
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  expect(await page.getByRole('article').count()).toBeLessThan(60)

  await findCard('Third party 398').getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { name: 'Consent Form' }).first()).toBeVisible()
  await page.goBack()
  await expect(findCard('Third party 398')).toBeInViewport()

  await page.keyboard.press('Home')
  await expect(findCard(thirdParty.fullName)).toBeInViewport()
  // What holds the focus stays, however far one scrolls: the next Tab goes on from there.
  const firstView = findCard(thirdParty.fullName).getByRole('link', { name: 'View' })
  await firstView.focus()
  await scrollTo('Third party 399', 20_000)
  await expect(firstView).toBeFocused()
})
