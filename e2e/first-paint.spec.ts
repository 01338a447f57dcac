import { expect, type Page, test } from '@playwright/test'

const scripts = '**/assets/*.js'

/** Keeps a page's scripts waiting until the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((go) => {
    release = go
  })
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a public page is readable before its scripts arrive, and works when they have, as does a button that was pressed before (PAGE-10, PAGE-22)', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What is painted first is the page itself: its button already looks as it will.
  const button = page.getByRole('button', { name: 'Log In' })
  const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  const painted = await ground()
  await page.getByRole('button', { name: 'Show password' }).click()

  release()
  await expect(button).toBeEnabled()
  expect(await ground()).toBe(painted)
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
})

test('what is typed before a page runs is kept, and a password never gets into the address (PAGE-10)', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Log In' })).toBeDisabled()
  await expect(page).toHaveURL(/\/login$/)

  release()
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await expect(page).toHaveURL(/\/login$/)
})

test('a file that is chosen before the page runs is checked when it does (PAGE-10)', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/check', { waitUntil: 'commit' })
  const file = {
    name: 'record.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 of somebody else'),
  }
  await page.getByLabel('Choose a record').setInputFiles(file)

  release()
  await expect(page.getByText('Not a record of ours')).toBeVisible()
})

test('a page whose scripts do not arrive says so instead of waiting for ever (PAGE-11)', async ({ page }) => {
  await page.route(scripts, (route) => route.abort())
  await page.goto('/verify/6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11', { waitUntil: 'commit' })
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('did not load completely')

  await page.unroute(scripts)
  await notice.getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByText('Verification not found.', { exact: false })).toBeVisible()
})

test('the watermark says when the page was opened, not when it was built (PROTECT-4)', async ({
  page,
  request,
}) => {
  const path = '/verify/6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11'
  expect(await (await request.get(path)).text()).not.toContain('data-watermark')

  const before = Date.now()
  await page.goto(path)
  const text = await page.locator('[data-watermark]').getAttribute('data-watermark')
  const opened = Date.parse(
    (text ?? '')
      .replace(/^.* · /, '')
      .replace(' UTC', 'Z')
      .replace(' ', 'T'),
  )
  expect(opened).toBeGreaterThanOrEqual(before - 60_000)
  expect(opened).toBeLessThanOrEqual(Date.now())
})
