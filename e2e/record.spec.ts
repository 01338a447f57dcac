import { readFile } from 'node:fs/promises'
import { logIn, makeAccount, makePerson, signUp } from './actions/account.ts'
import { expectAccessible, expectGood } from './actions/layout.ts'
import { confirmAddress, linkInMail } from './actions/mail.ts'
import { givePlan } from './actions/plan.ts'
import {
  createAgeVerification,
  fillThirdPartyForm,
  makeVerification,
  passGate,
} from './actions/verification.ts'
import { devices, expect, type Locator, type Page, test } from './test.ts'

test('the owner downloads the sealed record and withdraws; anyone can check it, and a changed byte is detected (OWNER-9, RECORD-15, PACK-1, HOLD-9, HOLD-13)', async ({
  page,
  browser,
}) => {
  const thirdParty = {
    fullName: 'Yuki Sato',
    email: `yuki-${Date.now()}@example.com`,
    socialMediaName: '@yuki',
  }
  const creator = makePerson('Łukasz Wójcik')
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)
  const theirs = await browser.newContext()
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()

  await page.goto(`/person-verification-view/${new URL(link).pathname.split('/').pop()}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const record = await readFile(await (await download).path())
  expect(record.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByText('More', { exact: true }).click()
  const packing = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download pack (ZIP)' }).click()
  const pack = await packing
  expect(pack.suggestedFilename()).toMatch(/^assent-evidence-[0-9a-f]{8}\.zip$/)
  expect((await readFile(await pack.path())).subarray(0, 2).toString()).toBe('PK')

  await theirPage.goto('/check')
  const choose = theirPage.getByLabel('Choose a record')
  const file = { name: 'record.pdf', mimeType: 'application/pdf' }
  await choose.setInputFiles({ ...file, buffer: record })
  await expect(theirPage.getByText('Genuine and unchanged')).toBeVisible()
  await expect(theirPage.getByText('Not withdrawn')).toBeVisible()
  await expect(theirPage.getByText(creator.fullName)).toHaveCount(0)

  // A legal hold: refused at its field, kept while the dialog is closed, shown to the other person with its reason.
  const offer = page.getByRole('button', { name: 'Set a legal hold' })
  await offer.click()
  const setting = page.getByRole('dialog', { name: 'Set a legal hold?' })
  const reason = setting.getByLabel('Reason')
  await reason.fill('Too short')
  await setting.getByRole('button', { name: 'Set the hold now' }).click()
  await expect(setting.getByText('Say why in at least 10 characters')).toBeVisible()
  await expect(reason).toBeFocused()
  await expectGood(page, 'setting a legal hold')
  await page.keyboard.press('Escape')
  await expect(offer).toBeFocused()
  await offer.click()
  await expect(reason).toHaveValue('Too short')
  await reason.fill('I reported it to the police.')
  await setting.getByRole('button', { name: 'Set the hold now' }).click()
  await expect(page.getByRole('heading', { name: 'You set a legal hold' })).toBeVisible()
  await expect(offer).toBeHidden()
  await theirPage.goto(await linkInMail(theirPage, thirdParty.email, /^A legal hold was set$/))
  await expect(theirPage.getByRole('heading', { name: 'The other person set a legal hold' })).toBeVisible()
  await expect(theirPage.getByText('I reported it to the police.')).toBeVisible()
  await theirPage.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(theirPage.getByText('the other person needs them for a legal claim, until')).toBeVisible()
  await expectAccessible(theirPage, 'a held record')

  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByText('Your legal hold ends with it.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent now' }).click()
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
  await theirPage.goto('/check')
  await choose.setInputFiles({ ...file, buffer: record })
  await expect(theirPage.getByText('Genuine and unchanged')).toBeVisible()
  await expect(theirPage.getByText('Withdrawn', { exact: true })).toBeVisible()

  const changed = Buffer.from(record)
  const middle = changed.length >> 1
  changed[middle] = (changed[middle] ?? 0) ^ 1
  await theirPage.goto('/check')
  await choose.setInputFiles({ ...file, buffer: changed })
  await expect(theirPage.getByText(/Not the file that was sealed|Not one of our records/)).toBeVisible()
  await expect(theirPage.getByText('Genuine and unchanged')).toHaveCount(0)
  await theirs.close()
})

test('the page after Submit opens the record with one press, until it is withdrawn elsewhere (RECORD-20, RECORD-74)', async ({
  page,
  browser,
}) => {
  const thirdParty = { ...makePerson('Yuki Sato'), socialMediaName: '@yuki' }
  const creator = makePerson('Łukasz Wójcik')
  await signUp(page, creator)
  const theirs = await browser.newContext({ ...devices['Pixel 7'], viewport: { width: 360, height: 740 } })
  const theirPage = await theirs.newPage()
  const link = await createAgeVerification(page, creator, thirdParty)
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()
  await theirPage.getByRole('link', { name: 'Open my record' }).click()
  await expect(theirPage.getByRole('button', { name: 'Download PDF' })).toBeEnabled()
  await expect(theirPage.getByRole('link', { name: 'Exit this page' })).toBeVisible()
  await expect(theirPage.getByRole('button', { name: 'Withdraw', exact: true })).toBeInViewport()
  await expect(theirPage.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await expect(theirPage.getByRole('img', { name: 'Łukasz Wójcik’s photo' })).toHaveCount(0)
  await expect(theirPage.getByText('Wójcik’s photo and ID once you open the link in our email')).toBeVisible()
  const saving = theirPage.waitForEvent('download')
  await theirPage.getByRole('button', { name: 'Download PDF' }).click()
  expect((await readFile(await (await saving).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expectGood(theirPage, 'the record in the browser that submitted')
  // A reload and the link itself lead there too; a tab without the pass is offered an email.
  await theirPage.reload()
  await expect(theirPage.getByRole('button', { name: 'Download PDF' })).toBeEnabled()
  await theirPage.goto(link)
  await theirPage.getByRole('link', { name: 'Open my record' }).click()
  await expect(theirPage.getByRole('button', { name: 'Download PDF' })).toBeEnabled()
  const otherTab = await theirs.newPage()
  await otherTab.goto(link)
  await otherTab.getByRole('link', { name: 'Email me my record' }).click()
  await expect(otherTab.getByRole('button', { name: 'Send me a new link' })).toBeVisible()

  await page.goto(`/consent-form/${new URL(link).pathname.split('/').pop()}`)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent now' }).click()
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
  await lookAgain(theirPage)
  await expect(theirPage.getByRole('heading', { name: 'Open your record' })).toBeVisible()
  await theirs.close()
})

/** Whether the page blocks the context menu of a picture. */
const isBlocked = (picture: Locator) =>
  picture.evaluate(
    (node) => !node.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  )

const lookAgain = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))

test('a third party always gets back to their record, whose pictures are protected, renewed and can be enlarged (RECORD-18, RECORD-20, RECORD-22, RECORD-25, RECORD-26, RECORD-27, HISTORY-9, PROTECT-1, PROTECT-7, UPLOAD-30, UPLOAD-31, UPLOAD-32)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const yuki = makePerson('Yuki Sato')
  const thirdParty = { ...yuki, socialMediaName: '@yuki' }
  const creator = makePerson('Łukasz Wójcik')
  await signUp(page, creator)
  const link = await makeVerification(page, creator, thirdParty)
  const id = new URL(link).pathname.split('/').pop() ?? ''
  const theirs = await browser.newContext({ ...devices['Pixel 7'] })
  const theirPage = await theirs.newPage()
  await passGate(theirPage, link, thirdParty.email)
  await fillThirdPartyForm(theirPage, thirdParty)
  await theirPage.getByRole('button', { name: 'Submit Verification' }).click()

  // From the page after the submission, where the pass was lost, to a mailed link; the page still has the address.
  await expect(theirPage.getByText(/We delete your photo and ID on .*20\d\d, or later/)).toBeVisible()
  await theirPage.evaluate(() => sessionStorage.clear())
  await theirPage.getByRole('link', { name: 'Open my record' }).click()
  await expect(theirPage.getByRole('heading', { name: 'Open your record' })).toBeVisible()
  await expect(theirPage.getByLabel('Your email')).toHaveValue(thirdParty.email)
  await theirPage.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(theirPage.getByText('we’re emailing a new link')).toBeVisible()
  const mailed = await linkInMail(theirPage, thirdParty.email, /^Your link to your record$/)
  // With the old link, for a person who lost everything else.
  await theirPage.goto(link)
  await expect(theirPage.getByText('Verification Complete')).toBeVisible()
  await theirPage.getByRole('link', { name: 'Email me my record' }).click()
  await expect(theirPage.getByRole('button', { name: 'Send me a new link' })).toBeVisible()

  await theirPage.clock.install()
  await theirPage.goto(mailed)
  await expect(theirPage.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  expect(theirPage.url()).not.toContain('#')
  await theirPage.getByText('More', { exact: true }).click()
  const packing = theirPage.waitForEvent('download')
  await theirPage.getByRole('button', { name: 'Download pack (ZIP)' }).click()
  expect((await readFile(await (await packing).path())).subarray(0, 2).toString()).toBe('PK')
  await expect(
    theirPage.getByText('can’t see your photo and ID now. They could with a plan, until'),
  ).toBeVisible()
  await expect(theirPage.locator('[data-watermark]')).toHaveAttribute(
    'data-watermark',
    new RegExp(thirdParty.email),
  )
  const ownId = theirPage.getByRole('img', { name: 'Your ID' })
  await expect(ownId).toBeVisible()
  await expect.poll(() => isBlocked(ownId)).toBe(false)
  await expect.poll(() => isBlocked(theirPage.getByRole('heading', { level: 1 }))).toBe(true)

  // On a phone: two fingers, a tap on Close, and Back.
  const enlarge = theirPage.getByRole('button', { name: 'Full size: Your ID' })
  const dialog = theirPage.getByRole('dialog', { name: 'Your ID' })
  await enlarge.tap()
  await expect(dialog.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('100 %')
  await pinch(dialog.getByRole('img', { name: 'Your ID' }))
  await expect(dialog.getByRole('status')).not.toHaveText('100 %')
  await expectGood(theirPage, 'enlarged')
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()
  await enlarge.tap()
  await expect(dialog).toBeVisible()
  await theirPage.goBack()
  await expect(dialog).toBeHidden()
  await expect(theirPage).toHaveURL(new RegExp(`/records/${id}$`))

  // The addresses are renewed before they expire; the pictures stay when that fails.
  const renewed = theirPage.waitForResponse(`**/api/records/${id}`)
  await theirPage.clock.fastForward('01:56:00')
  expect((await renewed).status()).toBe(200)
  await theirPage.route(`**/api/records/${id}`, (route) => route.abort())
  // Minute by minute: the page schedules its next refetch only after an answer.
  await expect(async () => {
    await theirPage.clock.fastForward('01:00')
    await expect(theirPage.getByText('We couldn’t update this page.')).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await expect(ownId).toBeVisible()
  await theirPage.unroute(`**/api/records/${id}`)
  // On another device: all pages of the first one have its fast clock, so they renew their addresses every 30 seconds.
  const otherDevice = await browser.newContext()
  const secondLook = await otherDevice.newPage()
  await secondLook.goto(mailed)
  await expect(secondLook.getByRole('button', { name: 'Download PDF' })).toBeVisible()

  // The creator is told which plan opens the locked documents; on a paid one they open, protected.
  await page.goto(`/person-verification-view/${id}`)
  await expect(page.getByText('photo and ID with a paid plan')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow copying' })).toBeVisible()
  await givePlan(creator.email)
  await page.reload()
  const otherId = page.getByRole('img', { name: "Third party's ID" })
  await expect(otherId).toBeVisible()
  await expect.poll(() => isBlocked(otherId)).toBe(true)
  await page.getByRole('button', { name: 'Allow copying' }).click()
  await expect.poll(() => isBlocked(otherId)).toBe(false)
  await page.getByRole('button', { name: 'Block copying again' }).click()
  const fullSize = page.getByRole('button', { name: "Full size: Third party's ID" })
  await fullSize.focus()
  await page.keyboard.press('Enter')
  const large = page.getByRole('dialog', { name: "Third party's ID" })
  const percent = large.getByRole('status')
  const picture = large.getByRole('img', { name: "Third party's ID" })
  await expect(picture).toBeVisible()
  await expect.poll(() => isBlocked(picture)).toBe(true)
  const left = async () => (await picture.boundingBox())?.x ?? 0
  const whole = await left()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect(percent).not.toHaveText('100 %')
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before)
  await page.keyboard.press('0')
  await expect(percent).toHaveText('100 %')
  await expect.poll(left).toBe(whole)
  // Faster than the next paint.
  await page.evaluate(() => {
    for (const key of ['+', '+', '0', '+', '-', '+', '0'])
      window.dispatchEvent(new KeyboardEvent('keydown', { key }))
  })
  await expect(percent).toHaveText('100 %')
  await expect.poll(left).toBe(whole)
  await picture.hover()
  await page.mouse.wheel(0, -200)
  await expect(percent).not.toHaveText('100 %')
  await large.getByRole('button', { name: 'Zoom out' }).click()
  await large.getByRole('button', { name: 'Show all of it' }).click()
  await expect(percent).toHaveText('100 %')
  await expectAccessible(page, 'enlarged')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(fullSize).toBeFocused()

  // Without any link: an account with the proven address, once it is confirmed.
  await signUp(page, yuki)
  await page.goto('/history')
  await expect(page.getByText('No requests or records yet')).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto(`/records/${id}`)
  await expect(tab.getByText('confirm it first with the link we emailed')).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Log in', exact: true })).toBeHidden()
  await confirmAddress(page, yuki.email)
  await lookAgain(tab)
  await expect(tab.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name: creator.fullName })).toContainText('They asked you')
  await page.getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(new RegExp(`/records/${id}$`))
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent now' }).click()
  await expect(page.getByText('You withdrew your consent.')).toBeVisible()
  await expect(page.getByText('The photos and IDs have been deleted.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to History' }).click()
  await page.waitForURL('**/history')
  await expect(page.getByRole('article').getByText('Withdrawn', { exact: true })).toBeVisible()

  // In the other open pages: a second withdrawal withdraws nothing, and the next refetch shows it.
  for (const [open, answer] of [
    [secondLook, 'Nothing was withdrawn now'],
    [tab, 'Consent is withdrawn already'],
  ] as const) {
    await open.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await open.getByRole('dialog').getByRole('button', { name: 'Withdraw consent now' }).click()
    await expect(open.getByText(answer)).toBeVisible()
    await expect(open.getByRole('dialog')).toBeHidden()
  }
  await lookAgain(theirPage)
  for (const ended of [secondLook, theirPage])
    await expect(ended.getByRole('heading', { name: 'This link doesn’t open a record' })).toBeVisible()
  await theirs.close()
  await otherDevice.close()
  await expect(tab.getByText('You withdrew your consent.')).toBeVisible()

  // In another tab the person logs out, and another one logs in: only the first person can open the record.
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(tab.getByRole('heading', { name: 'Open your record' })).toBeVisible()
  const stranger = makePerson('Sven Stranger')
  await makeAccount(page, stranger)
  await logIn(page, stranger)
  await confirmAddress(page, stranger.email)
  await lookAgain(tab)
  await expect(tab.getByText('This record isn’t in that account.')).toBeVisible()
  await tab.getByRole('button', { name: 'Log in with another account' }).click()
  // The address changes before the page renders, and the previous page has an email field too.
  await expect(tab.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await tab.getByLabel('Email').fill(yuki.email)
  await tab.getByLabel('Password', { exact: true }).fill(yuki.password)
  await tab.getByRole('button', { name: 'Log In', exact: true }).click()
  await tab.waitForURL(`**/records/${id}`)
  await expect(tab.getByText('You withdrew your consent.')).toBeVisible()
})

/**
 * Spreads two fingers over an element that keeps touches from the browser. The events are the page's own: for real
 * touches, Chromium reads `touch-action` from the last frame it drew, so a busy machine may zoom the page instead.
 */
async function pinch(over: Locator): Promise<void> {
  await over.evaluate((element) => {
    const holder = element.closest('[style*="touch-action: none"]')
    if (!holder) throw new Error('the browser would take these touches')
    const { left, top, width, height } = element.getBoundingClientRect()
    const touch = (type: string, pointerId: number, fromMiddle: number) =>
      element.dispatchEvent(
        new PointerEvent(type, {
          pointerId,
          pointerType: 'touch',
          clientX: left + width / 2 + fromMiddle,
          clientY: top + height / 2,
          bubbles: true,
          cancelable: true,
        }),
      )
    touch('pointerdown', 1, -30)
    touch('pointerdown', 2, 30)
    for (const apart of [45, 60, 75, 90]) {
      touch('pointermove', 1, -apart)
      touch('pointermove', 2, apart)
    }
    touch('pointerup', 1, -90)
    touch('pointerup', 2, 90)
  })
}
