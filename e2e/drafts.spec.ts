import { logIn, makeAccount, makePerson, type Person, sessionKey, signIn, signUp } from './actions/account.ts'
import { idCard, takePhoto } from './actions/capture.ts'
import { expectAccessible, expectNothingCut } from './actions/layout.ts'
import { holdFiles } from './actions/steps.ts'
import { goOn, goPastText, makeVerification, passGate, signThirdPartyForm } from './actions/verification.ts'
import { type Browser, expect, type Page, test } from './test.ts'

const saved = (page: Page) => page.getByText('Draft saved')
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const photo = (page: Page) => page.getByRole('img', { name: 'Your photo' })
const takeButton = (page: Page) => page.getByRole('button', { name: 'Take a Passport-Style Photo' })
const platform = (page: Page) => page.getByLabel('Platform where you met')

/** The browser's storage for this page's origin, both kinds. */
const remembered = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }))

/** Begins an age verification up to its second step, with a photo. */
async function begin(page: Page): Promise<void> {
  await page.goto('/age-confirmation')
  await page.getByRole('checkbox', { name: /I consent to sharing my identity/ }).check()
  await takePhoto(page, 'Take a Passport-Style Photo')
  await expect(photo(page)).toBeVisible()
  await next(page)
  await page.getByLabel("Third party's full name").fill('Sam O’Neill')
  await platform(page).fill('Hinge')
  await expect(saved(page)).toBeVisible()
}

async function expectBegun(page: Page): Promise<void> {
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await expect(page.getByLabel("Third party's full name")).toHaveValue('Sam O’Neill')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('checkbox', { name: /I consent to sharing my identity/ })).toBeChecked()
  await expect(photo(page)).toBeVisible()
  await next(page)
}

async function otherDevice(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, person)
  return page
}

/** Makes a page visible again, as when unlocking a phone. */
const wake = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test("a person whose session ends in a wizard is back in it after signing in again, while another person isn't, and removes what was unsaved in the tab (DRAFT-1, DRAFT-2, DRAFT-9)", {
  tag: '@slow',
}, async ({ page }) => {
  const noor = makePerson('Noor Rahman')
  await signUp(page, noor)
  await begin(page)

  // Signed out on another device, and noticed with the next call.
  const { access_token } = JSON.parse(
    (await page.evaluate((key) => localStorage.getItem(key), sessionKey)) ?? '{}',
  )
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await page.request.post('/auth/v1/logout?scope=global', { headers })).ok()).toBe(true)
  await platform(page).fill('Tinder')
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(noor.email)
  await page.getByLabel('Password', { exact: true }).fill(noor.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL('**/age-confirmation')
  await expect(platform(page)).toHaveValue('Tinder')
  await expectBegun(page)
  await expect(saved(page)).toBeVisible()

  // After signing out, this browser has no draft, and another person begins with an empty wizard.
  await page.goto('/settings')
  await page.getByRole('complementary').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('/')
  expect(await remembered(page)).not.toMatch(/Tinder|Neill|Rahman/)
  const eve = makePerson('Eve Adler')
  await makeAccount(page, eve)
  await logIn(page, eve)
  await page.goto('/age-confirmation')
  await expect(takeButton(page)).toBeVisible()
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Eve Adler')
  await expect(saved(page)).toBeHidden()

  // Eve's session ends before her entry is saved.
  await page.route('**/api/drafts/age', (route) => route.abort())
  await page.getByLabel('Full name').fill('Eve Unsaved')
  await expect(page.getByText('Not saved yet. Kept in this tab while we try again.').first()).toBeVisible()
  expect(await remembered(page)).toContain('Eve Unsaved')
  await page.evaluate((key) => localStorage.removeItem(key), sessionKey)
  await logIn(page, noor)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor')
  expect(await remembered(page)).not.toContain('Unsaved')
})

test('a draft continues on the phone, and the other tab is told and can choose (DRAFT-1, DRAFT-5, CAMERA-11)', async ({
  page,
  browser,
}) => {
  const noor = makePerson('Noor Rahman')
  await signUp(page, noor)
  await begin(page)
  const phone = await otherDevice(browser, noor)
  await phone.setViewportSize({ width: 360, height: 740 })
  // The page that the code opens on the other device.
  await phone.goto(page.url())
  await expectBegun(phone)
  await platform(phone).fill('Bumble')
  await expect(saved(phone)).toBeVisible()
  await expectNothingCut(phone, 'a saved draft')

  const told = page.getByRole('alert').filter({ hasText: 'This draft changed elsewhere' })
  await wake(page)
  await expect(told).toBeVisible()
  await expectAccessible(page, 'a draft that changed elsewhere')
  await page.getByRole('button', { name: 'Use the other one' }).click()
  await expect(platform(page)).toHaveValue('Bumble')
  await expect(told).toBeHidden()

  // The other direction, noticed only by the save.
  await platform(page).fill('Raya')
  await expect(saved(page)).toBeVisible()
  await platform(phone).fill('Grindr')
  await expect(phone.getByRole('alert').filter({ hasText: 'This draft changed elsewhere' })).toBeVisible()
  await expectNothingCut(phone, 'a draft that changed elsewhere')
  await phone.getByRole('button', { name: 'Keep this one' }).click()
  await expect(saved(phone)).toBeVisible()
  await phone.reload()
  await expect(platform(phone)).toHaveValue('Grindr')
  await phone.context().close()
})

test('a change isn’t called saved before it is sent, however slowly the code for that loads (DRAFT-9)', {
  tag: '@slow',
}, async ({ page }) => {
  await signUp(page, makePerson('Noor Rahman'))
  await begin(page)
  const release = await holdFiles(page, '**/assets/draft-saver-*.js')
  await page.reload()
  await expect(saved(page)).toBeVisible()
  await platform(page).fill('Bumble')
  await expect(page.getByText('Saving draft...')).toBeVisible()
  release()
  await expect(saved(page)).toBeVisible()
})

test('starting over deletes the draft and its files, and reports a failure (DRAFT-7)', {
  tag: '@slow',
}, async ({ page }) => {
  await signUp(page, makePerson('Noor Rahman'))
  await begin(page)
  const startOver = page.getByRole('button', { name: 'Start over' })
  await page.route('**/api/drafts/age', (route) => route.abort())
  await startOver.click()
  const dialog = page.getByRole('dialog', { name: 'Start over?' })
  await expect(dialog).toContainText('We delete it and its files 7 days after your last change.')
  await expectAccessible(page, 'starting over')
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your draft may still be there.')
  await page.unroute('**/api/drafts/age')
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await expect(takeButton(page)).toBeVisible()
  await page.reload()
  await expect(takeButton(page)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /I consent to sharing my identity/ })).not.toBeChecked()
})

test("a photo removed by its creator is deleted, and stays visible when it couldn't be removed (UPLOAD-20, UPLOAD-28)", {
  tag: '@slow',
}, async ({ page }) => {
  await signUp(page, makePerson('Noor Rahman'))
  await page.goto('/age-confirmation')
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/documents'),
    takePhoto(page, 'Take a Passport-Style Photo'),
  ])
  const { url } = (await answer.json()) as { url: string }
  const address = new URL(url, page.url()).href
  expect((await page.request.get(address)).status()).toBe(200)
  await expect(saved(page)).toBeVisible()

  const remove = page.getByRole('button', { name: 'Remove' })
  await page.route('**/api/documents/*', (route) => route.abort())
  await remove.click()
  await expect(page.getByText('We couldn’t remove it. This file is still stored.')).toBeVisible()
  await expect(photo(page)).toBeVisible()
  await page.unroute('**/api/documents/*')
  await remove.click()
  await expect(takeButton(page)).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
  await page.reload()
  await expect(takeButton(page)).toBeVisible()
  await expect(photo(page)).toBeHidden()
})

test('a third party finds their uploads in another tab, and removals there apply here (UPLOAD-20, UPLOAD-29, FORM-13)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const noor = makePerson('Noor Rahman')
  await signUp(page, noor)
  const sam = { fullName: 'Sam O’Neill', email: `sam-${Date.now()}@example.com`, socialMediaName: '@sam' }
  const link = await makeVerification(page, noor, sam)

  const here = await (await browser.newContext()).newPage()
  await passGate(here, link, sam.email)
  await goPastText(here)
  await takePhoto(here, 'Take a Photo of Yourself')
  await expect(here.getByRole('heading', { name: 'Your government ID' })).toBeVisible()
  await here.goBack()
  await expect(photo(here)).toBeVisible()
  const address = (await photo(here).getAttribute('src')) ?? ''
  await goOn(here)
  await here.getByLabel('Upload a government ID').setInputFiles(await idCard(sam.fullName))
  await expect(here.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await goOn(here)

  const other = await here.context().newPage()
  await passGate(other, link, sam.email)
  await expect(other.getByRole('checkbox', { name: /I consent to sharing my identity/ })).not.toBeChecked()
  await goPastText(other)
  await expect(photo(other)).toBeVisible()
  const stored = (await photo(other).getAttribute('src')) ?? address
  await other.getByRole('button', { name: 'Remove' }).click()
  await expect(other.getByRole('button', { name: 'Take a Photo of Yourself' })).toBeVisible()
  expect((await other.request.get(new URL(stored, other.url()).href)).status()).toBe(404)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Take a Photo of Yourself' })).toBeVisible()
  await goOn(other)
  await expect(other.getByRole('img', { name: 'Your ID' })).toBeVisible()

  // There it still counts as given: the submission reports the missing part, and then the form does too.
  await signThirdPartyForm(here, sam.fullName)
  await here.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(here.getByText('Please take a photo of yourself').first()).toBeVisible()

  // A page also refetches when it becomes visible.
  await other.getByRole('button', { name: 'Remove' }).click()
  await expect(other.getByLabel('Upload a government ID')).toBeAttached()
  await wake(here)
  await expect(here.getByRole('button', { name: 'Your government ID' })).toBeVisible()
  await here.context().close()
})
