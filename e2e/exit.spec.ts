import { makePerson, signUp } from './actions/account.ts'
import { idCard } from './actions/capture.ts'
import { goOn, goPastText, makeVerification, passGate } from './actions/verification.ts'
import { type BrowserContext, expect, type Locator, type Page, test } from './test.ts'

const elsewhere = 'https://www.wikipedia.org/'
const exit = (page: Page) => page.getByRole('link', { name: 'Exit this page' })

/** Simulates the neutral page, which isn't on this machine. Records its requests. */
async function serveNeutralPage(context: BrowserContext): Promise<{ referrers: (string | undefined)[] }> {
  const referrers: (string | undefined)[] = []
  await context.route(`${elsewhere}**`, (route) => {
    referrers.push(route.request().headers()['referer'])
    return route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' })
  })
  return { referrers }
}

/** A request from a new account, whose session stays in the page. */
async function invite(page: Page) {
  const creator = makePerson('Ada Byron')
  const thirdParty = {
    fullName: 'Sam Neill',
    email: `exit-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`,
    socialMediaName: '@sam',
  }
  await signUp(page, creator)
  return { link: await makeVerification(page, creator, thirdParty), thirdParty }
}

test('the exit replaces the page, for Back too, reveals nothing about it, and leaves nothing behind (EXIT-1, EXIT-2)', async ({
  page,
  browser,
}) => {
  const { link, thirdParty } = await invite(page)
  const context = await browser.newContext()
  const { referrers } = await serveNeutralPage(context)
  const theirs = await context.newPage()
  await theirs.goto('/about')
  // As after a choice of language.
  await context.addCookies([{ name: 'language', value: 'en', url: theirs.url() }])
  await passGate(theirs, link, thirdParty.email)
  await theirs.getByRole('checkbox', { name: 'I am 18 or over' }).check()
  for (let step = 1; step < 4; step += 1)
    await theirs.getByRole('button', { name: /^(Continue|Skip for now)$/ }).click()
  // An upload that never finishes.
  await theirs.route('**/third-party-upload', () => {})
  await theirs.getByLabel('Upload a government ID').setInputFiles(await idCard(thirdParty.fullName))
  await theirs.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(exit(theirs)).toBeInViewport()
  await exit(theirs).click()
  await expect(theirs).toHaveURL(elsewhere)
  expect(referrers).toEqual([undefined])

  await theirs.goBack()
  await expect(theirs).toHaveURL(elsewhere)
  await theirs.goto('/about')
  expect(await theirs.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
  expect(await context.cookies()).toEqual([])
  // The link asks for the address again.
  await theirs.goto(link)
  await expect(theirs.getByLabel('Your email')).toHaveValue('')
  await context.close()
})

test('pressing Escape three times leaves too, and signs an account out here and on the server (EXIT-1, EXIT-3)', async ({
  page,
}) => {
  const { link } = await invite(page)
  await serveNeutralPage(page.context())
  await page.goto('/verify/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  const signedOut = page.waitForRequest(/\/auth\/v1\/logout\?scope=local/)
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape')
  await expect(exit(page)).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await signedOut).headers()['authorization']).toMatch(/^Bearer ./)
  await expect(page).toHaveURL(elsewhere)
  await page.goto(link)
  await expect(page.getByLabel('Your email')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test("an exit signs the account out in this browser's other tabs too, and removes their drafts (EXIT-3)", {
  tag: '@slow',
}, async ({ page }) => {
  await signUp(page, makePerson('Ada Byron'))
  await serveNeutralPage(page.context())
  const wizard = await page.context().newPage()
  // An unsaved draft stays in the tab.
  await wizard.route('**/api/drafts/person', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await wizard.goto('/person-verification')
  await wizard.getByLabel('Full name').fill('Ada Byron Lovelace')
  const readTab = () => wizard.evaluate(() => JSON.stringify({ ...sessionStorage }))
  await expect.poll(readTab).toContain('Ada Byron Lovelace')
  await page.goto('/verify/00000000-0000-4000-8000-000000000000')
  await exit(page).click()
  await expect(page).toHaveURL(elsewhere)
  await expect(wizard).toHaveURL(/\/login/)
  expect(await readTab()).not.toContain('Ada Byron Lovelace')
})

test('the exit works above an open dialog (EXIT-1, EXIT-5)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { link, thirdParty } = await invite(page)
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await serveNeutralPage(context)
  const theirs = await context.newPage()
  await passGate(theirs, link, thirdParty.email)
  const dialog = theirs.getByRole('dialog')
  const measure = async (place: Locator) => (await place.boundingBox()) ?? { y: 0, height: 0 }
  await theirs.getByRole('checkbox', { name: 'I am 18 or over' }).check()
  await theirs.getByRole('button', { name: 'Continue' }).click()
  for (const opener of ['Read the whole text', 'No, thank you']) {
    await theirs.getByRole('button', { name: opener }).click()
    const { y, height } = await measure(exit(theirs))
    expect((await measure(dialog)).y).toBeGreaterThanOrEqual(y + height)
    // The whole dialog is on the screen.
    const { y: top, height: all } = await measure(dialog)
    expect(top + all).toBeLessThanOrEqual(740)
    if (opener === 'Read the whole text') await dialog.getByRole('button', { name: 'Close the text' }).click()
  }
  await exit(theirs).click()
  await expect(theirs).toHaveURL(elsewhere)
  await theirs.goBack()
  await expect(theirs).toHaveURL(elsewhere)
  await context.close()
})

test('the exit works before the page’s code has loaded, and without scripts (EXIT-4)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const { link } = await invite(page)
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled })
    await serveNeutralPage(context)
    const theirs = await context.newPage()
    await theirs.route('**/assets/*.js', (route) => route.abort())
    await theirs.goto('/robots.txt')
    await theirs.goto(link)
    await exit(theirs).click()
    await expect(theirs).toHaveURL(elsewhere)
    await theirs.goBack()
    await expect(theirs).toHaveURL(javaScriptEnabled ? /robots\.txt$/ : /\/verify\//)
    await context.close()
  }
})

test('what was added after the email alone is found in the other tabs of its browser, and nowhere after the exit or the end of the link (EXIT-2, FORM-13, FORM-18, FORM-26)', async ({
  page,
  browser,
}) => {
  const { link, thirdParty } = await invite(page)
  const context = await browser.newContext()
  await serveNeutralPage(context)
  const theirs = await context.newPage()
  await passGate(theirs, link, thirdParty.email)
  await goPastText(theirs)
  await goOn(theirs)
  await theirs.getByLabel('Upload a government ID').setInputFiles(await idCard(thirdParty.fullName))
  await expect(theirs.getByRole('img', { name: 'Your ID' })).toBeVisible()

  const expectId = async (by: Page, isFound: boolean) => {
    await passGate(by, link, thirdParty.email)
    await goPastText(by)
    await goOn(by)
    if (isFound) await expect(by.getByRole('img', { name: 'Your ID' })).toBeVisible()
    else await expect(by.getByLabel('Upload a government ID')).toBeVisible()
    await expect(by.getByRole('img', { name: 'Your ID' })).toHaveCount(isFound ? 1 : 0)
  }
  const tab = await context.newPage()
  await expectId(tab, true)
  const other = await browser.newContext()
  const otherPage = await other.newPage()
  await expectId(otherPage, false)
  await exit(tab).click()
  await expect(tab).toHaveURL(elsewhere)
  await expectId(await context.newPage(), false)

  await page.goto(`/consent-form/${new URL(link).pathname.split('/').pop()}`)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('button', { name: 'Cancel request now' }).click()
  await expect(page.getByText('Request cancelled').first()).toBeVisible()
  const stored = () => otherPage.evaluate(() => localStorage.length)
  expect(await stored()).toBe(1)
  await otherPage.goto(link)
  await expect(otherPage.getByRole('heading', { name: 'Link expired' })).toBeVisible()
  await expect.poll(stored).toBe(0)
  for (const each of [context, other]) await each.close()
})
