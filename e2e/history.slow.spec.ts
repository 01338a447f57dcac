import { makePerson, signUp } from './actions/account.ts'
import { fillHistory } from './actions/database.ts'
import { phone } from './actions/steps.ts'
import { makeVerification } from './actions/verification.ts'
import { expect, test } from './test.ts'

test('a history of 5,000 loads page by page, and returns to the same position (HISTORY-3, HISTORY-10, HISTORY-12)', async ({
  page,
}) => {
  const creator = makePerson('Beatriz Lima')
  const thirdParty = {
    fullName: 'Oskar Nilsson',
    email: `oskar-${Date.now()}@example.com`,
    socialMediaName: '@oskar',
  }
  await signUp(page, creator)
  await fillHistory(await makeVerification(page, creator, thirdParty), 5000)
  await page.goto('/history')
  await expect(page.getByRole('tab', { name: 'All (1000+)' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(thirdParty.fullName)

  // On a phone at twice the text size, no tab is cut off.
  const wide = page.viewportSize() ?? phone
  await page.setViewportSize(phone)
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeVisible()
  const tenRows = await page.getByRole('listitem').evaluateAll((rows) => {
    const [first, tenth] = [rows[0], rows[9]].map((row) => row?.getBoundingClientRect())
    return (tenth?.bottom ?? Number.POSITIVE_INFINITY) - (first?.top ?? 0)
  })
  expect(tenRows).toBeLessThanOrEqual(1600)
  for (const size of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, size)
    for (const tab of [
      /^All \(1000\+\)$/,
      /^Age Verifications \(\d+\)$/,
      /^Person Verifications \(1000\+\)$/,
    ]) {
      const box = await page.getByRole('tab', { name: tab }).boundingBox()
      expect(box?.x, `${tab} at ${size}`).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? phone.width), `${tab} at ${size}`).toBeLessThan(phone.width)
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(wide)

  const findPlace = (n: number) => page.locator(`li[aria-posinset="${n}"][aria-setsize="-1"]`)
  for (let loaded = 20; loaded < 520; loaded += 100) {
    await expect(page.locator('article')).toHaveCount(loaded)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(findPlace(loaded + 1)).toBeFocused()
  }
  await expect(findPlace(520)).toContainText('Third party 519')

  await findPlace(519).getByRole('link', { name: 'View' }).click()
  await expect(page.getByRole('heading', { name: 'Consent Form' }).first()).toBeVisible()
  await page.goBack()
  await expect(findPlace(519)).toBeInViewport()
})
