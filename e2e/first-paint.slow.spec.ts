import { holdFiles, phone } from './actions/steps.ts'
import { expect, type Page, test } from './test.ts'

const scripts = '**/assets/*.js'
const noLink = '6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11'

const holdScripts = (page: Page) => holdFiles(page, scripts)

/** The layout and appearance of each element of the page, without class names that only other rules use. */
function looks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body, body *:not(style, script)')].map((element) => {
      const style = getComputedStyle(element)
      const told = [...style].filter((name) => !name.startsWith('--'))
      return `${element.tagName} ${told.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')}`
    }),
  )
}

test('a public page is readable before its scripts load, and works afterwards without a re-render, including an early press (PAGE-10, PAGE-22)', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await heading.evaluate((element) => element.setAttribute('data-painted', ''))
  // The first paint is the page itself: its button already has its final look.
  const button = page.getByRole('button', { name: 'Log In', exact: true })
  const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  const painted = await ground()
  await page.getByRole('button', { name: 'Show password' }).click()

  release()
  await expect(button).toBeEnabled()
  expect(await ground()).toBe(painted)
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
  await expect(page.locator('h1[data-painted]')).toBeVisible()
  expect(errors).toEqual([])
})

test('a press that begins before the page’s code runs, and ends afterwards, counts once (PAGE-22)', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  const unfold = page.locator('button[aria-expanded]')
  const show = page.getByRole('button', { name: 'Show password' })
  // One reacts to the release, the other to the press.
  for (const button of [unfold, show]) {
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await button.hover()
    await page.mouse.down()
    release()
    await page.waitForFunction(() => !('earlyPresses' in window))
    await page.mouse.up()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    if (button === unfold) await expect(unfold).toHaveAttribute('aria-expanded', 'true')
    else await expect(show).toBeHidden()
  }
})

for (const language of ['en', 'ar']) {
  test(`the first paint is the final layout with all styles, in one font, and each file is requested once, in ${language} (PAGE-41)`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) missing.push(response.url())
    })
    await holdScripts(page)
    for (const path of ['/', '/register', `/verify/${noLink}`]) {
      asked.length = 0
      const releaseStyles = await holdFiles(page, '**/assets/*.css')
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('main')).toBeVisible()
      await page.waitForFunction(() => document.readyState !== 'loading')
      await page.evaluate(() => document.fonts.ready)
      const painted = await looks(page)
      releaseStyles()
      await page.waitForFunction(() => !document.querySelector('link[rel="stylesheet"][media="print"]'))
      await page.evaluate(() => document.fonts.ready)
      expect(await looks(page), path).toEqual(painted)
      await page.unroute('**/assets/*.css')
      const fonts = asked
        .filter((url) => url.endsWith('.woff2'))
        .map((url) => url.replace(/-[\w-]{7,8}\.woff2$/, ''))
      expect(fonts, path).toEqual([...new Set(fonts)])
    }
    expect(missing).toEqual([])
  })
}

test('text typed before a page runs is kept, and a password stays out of the address (PAGE-10)', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeDisabled()
  await expect(page).toHaveURL(/\/login$/)

  release()
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  await expect(page).toHaveURL(/\/login$/)
})

test('an address typed before a page runs is sent with the first press (PAGE-10)', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/my-data', { waitUntil: 'commit' })
  await page.getByLabel('Your email').fill('ada@example.com')

  release()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
})

test('a file that is chosen before the page runs is checked once it does (PAGE-10)', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/check', { waitUntil: 'commit' })
  const file = {
    name: 'record.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 of somebody else'),
  }
  await page.getByLabel('Choose a record').setInputFiles(file)

  release()
  await expect(page.getByText('Not one of our records')).toBeVisible()
})

for (const [which, files] of [
  ['scripts do', scripts],
  ['last script alone does', '**/assets/entry.client-*.js'],
] as const) {
  test(`a page whose ${which} not arrive says so instead of waiting forever (PAGE-11)`, async ({ page }) => {
    await page.route(files, (route) => route.abort())
    await page.goto(`/verify/${noLink}`, { waitUntil: 'commit' })
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('didn’t load completely')

    await page.unroute(files)
    await notice.getByRole('link', { name: 'Reload' }).click()
    await expect(page.getByText('Verification not found.', { exact: false })).toBeVisible()
  })
}

test('every page states that it needs JavaScript where scripts are disabled (PAGE-11)', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  for (const path of ['/', '/login', '/dashboard', '/check', `/verify/${noLink}`, '/settings']) {
    await page.goto(path)
    await expect(page.locator('noscript p')).toBeInViewport()
  }
  await context.close()
})

test('an open page follows the colour scheme of the device', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeEnabled()
  expect(await ground()).toBe('rgb(18, 19, 17)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(ground).toBe('rgb(250, 248, 244)')
})

test('the watermark shows the time at which the page was opened, not built (PROTECT-4)', async ({
  page,
  request,
}) => {
  const path = `/verify/${noLink}`
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
