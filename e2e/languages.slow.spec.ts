import { makePerson, signUp } from './actions/account.ts'
import { idCard, takePhoto } from './actions/capture.ts'
import { holdFiles, phone } from './actions/steps.ts'
import { goOn, makeVerification, passGate } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

const chooser = (page: Page) => page.locator('select[data-language]')

/** Chooses a language by its own name, and waits for the page in it. */
async function choose(page: Page, name: 'Deutsch' | 'English' | 'العربية'): Promise<void> {
  const tag = { Deutsch: 'de', English: 'en', العربية: 'ar' }[name]
  await chooser(page).selectOption(name)
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
}

/** A field by its path in the contract, which is the same in every language. */
const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`)

const someone = () => ({
  fullName: 'Sam Park',
  email: `sam-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`,
  socialMediaName: '@sam',
})

test('the choice is one cookie for a year, and is in effect on every page, also on Back and on a page that the browser kept (WORDS-11, WORDS-12, WORDS-14)', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await page.goto('/about')
  await choose(page, 'Deutsch')
  const cookies = await context.cookies()
  expect(
    cookies.map(({ name, value, path, sameSite, secure }) => ({ name, value, path, sameSite, secure })),
  ).toEqual([{ name: 'language', value: 'de', path: '/', sameSite: 'Lax', secure: false }])
  const days = ((cookies[0]?.expires ?? 0) * 1000 - Date.now()) / (24 * 3600 * 1000)
  expect(Math.round(days)).toBe(365)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  // As when the browser shows a page from its memory that was left in another language.
  await context.addCookies([{ name: 'language', value: 'ar', url: page.url() }])
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
})

test('a choice in another tab counts when the person returns to this one, where a language that does not exist changes nothing (WORDS-14)', async ({
  page,
  context,
}) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Ada Byron')
  const returnTo = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await context.addCookies([{ name: 'language', value: 'xx', url: page.url() }])
  const isLoaded = page.waitForEvent('load')
  await returnTo()
  const other = await context.newPage()
  await other.goto('/about')
  await choose(other, 'Deutsch')
  await returnTo()
  await isLoaded
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('input[autocomplete=name]')).toHaveValue('Ada Byron')
})

test('with the keyboard, a language is chosen by Enter or by leaving the list, not by each arrow (WORDS-11)', async ({
  page,
}) => {
  await page.goto('/about')
  const isSame = () => page.evaluate(() => document.body.dataset['same'] === 'yes')
  await page.evaluate(() => {
    document.body.dataset['same'] = 'yes'
  })
  const order = await chooser(page).evaluate((select: HTMLSelectElement) =>
    [...select.options].map(({ value }) => value),
  )
  await chooser(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chooser(page)).toHaveValue(order[2] ?? '')
  await page.keyboard.press('ArrowUp')
  expect(await isSame()).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', order[1] ?? '')

  await chooser(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('on a Mac, where an arrow opens the list and its Enter stays there, a language is chosen at once (WORDS-11)', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }))
  await page.goto('/about')
  await chooser(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('a choice works before the page’s code has loaded (WORDS-11)', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/about')
  await choose(page, 'Deutsch')
})

test('a choice works while the page’s code takes the page over, when React stops each event that it can’t handle yet (WORDS-11)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const listen = document.addEventListener
    document.addEventListener = function (this: Document, ...args: Parameters<typeof listen>) {
      listen.apply(this, args)
      const select = document.querySelector<HTMLSelectElement>('select[data-language]')
      if (args[0] !== 'change' || !select) return
      document.addEventListener = listen
      queueMicrotask(() => {
        select.value = 'de'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
    }
  })
  await page.goto('/about')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('another language keeps what is typed at the registration and the login, but no password (WORDS-13)', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Ada Byron')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Quiet-harbour-42')
  await page.getByLabel('Date of birth').fill('1990-04-17')
  await page.getByLabel('Country code').selectOption('+44')
  await choose(page, 'Deutsch')
  await expect(page.locator('input[autocomplete=name]')).toHaveValue('Ada Byron')
  await expect(field(page, 'email')).toHaveValue('ada@example.com')
  await expect(page.locator('input[type=date]')).toHaveValue('1990-04-17')
  await expect(page.locator('main select').last()).toHaveValue('+44')
  await expect(page.locator('input[type=password]')).toHaveValue('')
  await page.goto('/login')
  await field(page, 'email').fill('ada@example.com')
  await choose(page, 'العربية')
  await expect(field(page, 'email')).toHaveValue('ada@example.com')
})

test('what was typed before the page’s code has loaded is kept, over two choices too (WORDS-13)', async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await field(page, 'email').fill('ada@example.com')
  await choose(page, 'Deutsch')
  await choose(page, 'English')
  await field(page, 'email').fill('eve@example.com')
  await page.unrouteAll()
  await choose(page, 'العربية')
  await expect(field(page, 'email')).toHaveValue('eve@example.com')
})

test('what is typed while the page loads again in another language stays (WORDS-13)', async ({ page }) => {
  const release = await holdFiles(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await choose(page, 'Deutsch')
  await field(page, 'email').fill('ada@example.com')
  release()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('assent.fields.'))).toBeNull()
  await expect(field(page, 'email')).toHaveValue('ada@example.com')
})

test('another language keeps the step, the files, the ticks and the signature of a third party (WORDS-13)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Ada Byron')
  await signUp(page, creator)
  const thirdParty = someone()
  const link = await makeVerification(page, creator, thirdParty)
  const theirs = await (await browser.newContext({ viewport: phone })).newPage()
  await passGate(theirs, link, thirdParty.email)
  await theirs.getByRole('checkbox', { name: 'I am 18 or over' }).check()
  await choose(theirs, 'Deutsch')
  await expect(theirs.getByRole('checkbox').first()).toBeChecked()
  await expect(theirs.getByRole('checkbox').last()).not.toBeChecked()
  await theirs.getByRole('checkbox').last().check()
  await choose(theirs, 'English')
  await goOn(theirs)
  await choose(theirs, 'العربية')
  await choose(theirs, 'English')
  await goOn(theirs)
  await takePhoto(theirs, 'Take a Photo of Yourself')
  await theirs.getByLabel('Upload a government ID').setInputFiles(await idCard(thirdParty.fullName))
  // The choice waits for the upload.
  await choose(theirs, 'Deutsch')
  await choose(theirs, 'English')
  await expect(theirs.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await goOn(theirs)
  await theirs.getByRole('textbox', { name: 'Signature' }).fill('Sam P')
  await choose(theirs, 'Deutsch')
  await expect(field(theirs, 'signature')).toHaveValue('Sam P')
  await field(theirs, 'signature').fill(thirdParty.fullName)
  await choose(theirs, 'English')
  await theirs.getByRole('checkbox', { name: /I confirm that I am not being coerced/ }).check()
  await theirs.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirs.getByText('Verification Complete').first()).toBeVisible()
})

test('a draft that was begun in one language is finished in another, and its own save is no surprise (WORDS-13)', async ({
  page,
}) => {
  const creator = makePerson('Ada Byron')
  await signUp(page, creator)
  await page.goto('/person-verification')
  await field(page, 'fullName').fill('Ada Byron of')
  await choose(page, 'Deutsch')
  await expect(field(page, 'fullName')).toHaveValue('Ada Byron of')
  await field(page, 'fullName').fill(creator.fullName)
  await field(page, 'dateOfBirth').fill(creator.dateOfBirth)
  await page.locator('form button[type=submit]').click()
  await field(page, 'thirdPartyName').fill('Sam Park')
  await choose(page, 'English')
  await expect(page.getByRole('heading', { name: 'The other person', level: 2 })).toBeVisible()
  await expect(field(page, 'thirdPartyName')).toHaveValue('Sam Park')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByText('This draft changed elsewhere')).toBeHidden()
})

test('another language keeps a changed name in the settings, and is told to the account (WORDS-12, WORDS-13)', async ({
  page,
}) => {
  await signUp(page, makePerson('Ada Byron'))
  await page.goto('/settings')
  const name = page.locator('main input[autocomplete="name"]')
  await name.fill('Ada King')
  const told = page.waitForRequest((request) => request.url().endsWith('/api/language'))
  await choose(page, 'Deutsch')
  const request = await told
  expect(request.postDataJSON()).toEqual({ language: 'de' })
  expect((await request.response())?.status()).toBe(204)
  await expect(name).toHaveValue('Ada King')
})
