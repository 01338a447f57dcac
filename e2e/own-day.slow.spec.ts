import { expect, test } from './test.ts'

test.use({ timezoneId: 'Pacific/Kiritimati' })

test('offers no birth date after today on this device, even after midnight (PAGE-18)', async ({ page }) => {
  // One minute before midnight at UTC+14.
  await page.clock.install({ time: new Date('2028-02-28T09:59:00Z') })
  await page.goto('/register')
  const born = page.getByLabel('Date of birth')
  await expect(born).toHaveAttribute('max', '2028-02-28')
  await page.getByLabel('Full name').fill('Aroha Tane')
  await page.clock.runFor(95_000)
  await expect(born).toHaveAttribute('max', '2028-02-29')
  await expect(page.getByLabel('Full name')).toHaveValue('Aroha Tane')
})

test("sends the server this device's day when a person registers (SIGNUP-16)", async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Aroha Tane')
  await page.getByLabel('Email').fill(`aroha-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse 17')
  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Sex assigned at birth').selectOption('female')
  await page.getByLabel('Address', { exact: true }).fill('1 Example Street')
  await page.getByLabel('Country code').selectOption('+61')
  await page.getByLabel('Phone number').fill('0412 345 678')
  const asked = page.waitForRequest((request) => request.url().includes('/auth/v1/signup'))
  await page.getByRole('button', { name: 'Create account' }).click()
  const here = await page.evaluate(() => {
    const now = new Date()
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((n) => String(n).padStart(2, '0'))
      .join('-')
  })
  expect((await asked).headers()['x-local-day']).toBe(here)
  await page.waitForURL('**/dashboard')
})
