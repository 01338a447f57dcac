import { makePerson, signUp } from './actions/account.ts'
import { idCard } from './actions/capture.ts'
import { findInLanguage } from './actions/in-language.ts'
import { expectAccessible } from './actions/layout.ts'
import { linkInMail } from './actions/mail.ts'
import { countWords, currentStep, expectFocusKept, phone } from './actions/steps.ts'
import {
  createAgeVerification,
  fillThirdPartyForm,
  goOn,
  makeVerification,
  passGate,
} from './actions/verification.ts'
import { pressLikeSafari } from './engines/window.ts'
import { type Browser, expect, type Locator, type Page, test } from './test.ts'

const thirdPartyNamed = (fullName: string) => ({
  fullName,
  email: `steps-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`,
  socialMediaName: '@someone',
})
type ThirdParty = ReturnType<typeof thirdPartyNamed>

const photoButton = 'Take a Photo of Yourself'
/** The most screens of the English gate, steps and end. */
const mostScreens = [1, 1.6, 1.25, 1, 1.15, 1.25, 1.15]
const headings = [
  'Ada Byron asks you to confirm that you’re who you say you are',
  'The text you’d sign',
  'Your photo',
  'Your government ID',
  'Sign',
]

/** A person verification by Ada Byron, and its third party's phone at the gate. */
async function onPhone(page: Page, browser: Browser, thirdParty: ThirdParty) {
  await signUp(page, makePerson('Ada Byron'))
  const link = await makeVerification(page, makePerson('Ada Byron'), thirdParty)
  const context = await browser.newContext({ viewport: phone, hasTouch: true })
  return { link, theirs: await context.newPage() }
}

/** Checks the step on a phone, before Back is pressed. */
async function atStep(page: Page, number: number, heading = headings[number - 1] ?? '') {
  await expect(page.getByRole('status').filter({ hasText: `Step ${number} of 5` })).toBeVisible()
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
}

/** A long, but real name: 50 letters. */
const longName = 'Wolfeschlegelsteinhausen Bergerdorff Maria Concepc'
const longThirdParty = () => ({
  ...thirdPartyNamed('Papadopoulou-Konstantinidou Aikaterini Charalampia'),
  socialMediaName: '@papadopoulou.konstantinidou.aikaterini.charalampi',
})

/** Their address has a realistic length, and always the same width, because two of the measured pages show it. */
const usualThirdParty = () => ({
  fullName: 'Anna Kowalska',
  email: `anna-${test.info().parallelIndex}${Date.now()}@example.com`,
  socialMediaName: '@anna.kowalska',
})

const readScreens = async (page: Page) =>
  (await page.evaluate(() => document.documentElement.scrollHeight)) / phone.height

/** Opens a link on a phone and proves the address; `look` is called at the gate (0) and at the first step (1). */
async function enter(page: Page, link: string, email: string, look: (screen: number) => Promise<void>) {
  await page.goto(link)
  await expect(page.getByLabel('Your email')).toBeVisible()
  await look(0)
  await page.getByLabel('Your email').fill(email)
  await page.getByLabel('Your email').press('Enter')
  await expect(currentStep(page, 1)).toBeVisible()
  await look(1)
}

/** Goes from the gate to the end, and calls `look` at each screen; the end is 6. Returns the number of taps. */
async function finish(
  page: Page,
  link: string,
  thirdParty: ThirdParty,
  look: (screen: number) => Promise<void>,
): Promise<number> {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const lookAt = async (step: number) => {
    await expect(currentStep(page, step)).toBeVisible()
    await look(step)
  }
  await enter(page, link, thirdParty.email, look)
  await tap(page.getByRole('checkbox', { name: 'I am 18 or over' }))
  await tap(page.getByRole('checkbox', { name: /I consent to sharing my identity/ }))
  await tap(button('Continue'))
  await lookAt(2)
  await tap(button('Continue'))
  await lookAt(3)
  await tap(button(photoButton))
  await tap(button('Capture'))
  await tap(button('Use Photo'))
  await lookAt(4)
  await expect(page.getByRole('heading', { name: headings[3] ?? '', level: 2 })).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await tap(page.getByLabel('Upload a government ID'))
  await (await chooser).setFiles(await idCard(thirdParty.fullName))
  await expect(page.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await look(4)
  await tap(button('Continue'))
  await lookAt(5)
  await page.getByRole('textbox', { name: 'Signature' }).fill(thirdParty.fullName)
  await tap(page.getByRole('checkbox', { name: /I confirm that I am not being coerced/ }))
  await tap(button('Submit Verification'))
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  await look(6)
  return taps
}

test('a new third party finishes on a small phone with twelve taps and little scrolling, and no toast covers a heading (FORM-14, FORM-22, PAGE-15)', async ({
  page,
  browser,
}) => {
  const creator = makePerson(longName)
  await signUp(page, creator)
  const thirdParty = longThirdParty()
  const link = await makeVerification(page, creator, thirdParty, 'age')
  const context = await browser.newContext({ viewport: phone, hasTouch: true })
  const theirs = await context.newPage()
  const taps = await finish(theirs, link, thirdParty, async (screen) => {
    if (screen === 0 || screen === 6) return
    await atStep(
      theirs,
      screen,
      screen === 1 ? `${longName} asks you to confirm that you’re 18 or over` : headings[screen - 1],
    )
    expect(await readScreens(theirs)).toBeLessThanOrEqual(3)
    expect(await theirs.evaluate(() => window.scrollY)).toBe(0)
  })
  expect(taps).toBeLessThanOrEqual(12)

  // The evidence for both people is one tap away.
  await theirs.getByText('More', { exact: true }).click()
  const known = theirs.getByRole('list', { name: 'How each thing is known' })
  await expect(known.getByText('Third party').first()).toBeVisible()
  await expect(
    known.getByText('They gave a photo. It was not compared with a document or a person.'),
  ).toHaveCount(2)
  // Back leaves the page after the end: no step is left in the history.
  await theirs.goBack()
  await expect(theirs).not.toHaveURL(/\/verify\//)
  await context.close()
})

test("a third party's path is short: screens, words, and a record with Withdraw on its first screen; so is the owner’s page of the open request, and no toast covers a button (FORM-24, RECORD-56, OWNER-12, PAGE-15)", async ({
  page,
  browser,
}) => {
  const creator = makePerson('Ravi Patel')
  const thirdParty = usualThirdParty()
  await signUp(page, creator)
  await page.setViewportSize(phone)
  const link = await createAgeVerification(page, creator, thirdParty)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.locator('[data-toast]')).toBeVisible()
  const ownPath = `/consent-form/${new URL(link).pathname.split('/').pop()}`
  await page.goto(ownPath)
  await expect(page.getByRole('button', { name: 'Cancel request' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your ID' })).toBeVisible()
  expect(await readScreens(page)).toBeLessThanOrEqual(1.8)
  const context = await browser.newContext({ viewport: phone, hasTouch: true })
  const theirs = await context.newPage()
  const words: number[] = []
  const barPlaces = new Set<number>()
  const hasItalic = () =>
    theirs.evaluate(async () => {
      await document.fonts.ready
      return [...document.fonts].some(({ style, status }) => style === 'italic' && status === 'loaded')
    })
  await finish(theirs, link, thirdParty, async (screen) => {
    expect(await readScreens(theirs), `screen ${screen}`).toBeLessThanOrEqual(mostScreens[screen] ?? 0)
    if (screen < 6) words[screen] ??= await countWords(theirs)
    // The drawn italic of the signatures comes with the first signature.
    if (screen === 0 || screen === 6) expect(await hasItalic()).toBe(screen === 6)
    if (screen === 1)
      expect((words[0] ?? 0) + (await countWords(theirs, 'main [type=checkbox]'))).toBeLessThanOrEqual(200)
    // The first step has a heading above them.
    if (screen > 1 && screen < 6) barPlaces.add((await currentStep(theirs).boundingBox())?.y ?? 0)
  })
  expect([...barPlaces], 'the bars of the progress stay in their place').toHaveLength(1)
  expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(460)

  await theirs.goto(await linkInMail(theirs, thirdParty.email, /record/i))
  const withdraw = theirs.getByRole('button', { name: 'Withdraw' })
  await expect(withdraw).toBeVisible()
  const { y = 0, height = 0 } = (await withdraw.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(phone.height)
  expect(await readScreens(theirs)).toBeLessThanOrEqual(2)

  // The creator's page has its header and the back link above the same record.
  await page.goto(ownPath)
  const own = page.getByRole('button', { name: 'Withdraw' })
  await expect(own).toBeVisible()
  const place = await own.boundingBox()
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(phone.height)
  await own.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent now' }).click()
  await expect(page.getByText('Consent withdrawn')).toBeVisible()
  await context.close()
})

/** The English path has its own, smaller limits, and its words are counted. */
for (const language of ['de', 'ar', 'es', 'pt', 'fr'])
  test(`the path is short in ${language} too, with names of 50 letters as with usual ones, and so is the owner’s page (FORM-22, FORM-24, OWNER-12)`, {
    tag: '@slow',
  }, async ({ page, browser }) => {
    await signUp(page, makePerson('Ravi Patel'))
    const usual = usualThirdParty()
    const usualLink = await makeVerification(page, makePerson('Ravi Patel'), usual, 'age')
    const owners = await page.context().newPage()
    findInLanguage(owners, language)
    await owners.setViewportSize(phone)
    // For every page and for the API: a cookie for the address of the link wouldn't be sent with the owner's page.
    await owners.context().addCookies([{ name: 'language', value: language, url: new URL(usualLink).origin }])
    await owners.goto(usualLink.replace('/verify/', '/consent-form/'))
    await expect(owners.locator('html')).toHaveAttribute('lang', language)
    await expect(owners.getByRole('button', { name: 'Cancel request' })).toBeVisible()
    await expect(owners.getByRole('img', { name: 'Your ID' })).toBeVisible()
    expect(await readScreens(owners)).toBeLessThanOrEqual(2.1)
    await owners.context().clearCookies({ name: 'language' })
    findInLanguage(page, 'en')
    const long = longThirdParty()
    const longLink = await makeVerification(page, makePerson(longName), long)
    const context = await browser.newContext({ locale: language, viewport: phone, hasTouch: true })
    const theirs = await context.newPage()
    findInLanguage(theirs, language)
    const expectShort = async (screen: number, most = 1.7) => {
      await expect(theirs.locator('html')).toHaveAttribute('lang', language)
      const screens = await readScreens(theirs)
      expect(screens, `screen ${screen}`).toBeLessThanOrEqual(screen === 0 ? 1 : most)
    }
    await enter(theirs, usualLink, usual.email, expectShort)
    const taps = await finish(theirs, longLink, long, (screen) => expectShort(screen, screen === 1 ? 3 : 1.7))
    expect(taps).toBeLessThanOrEqual(12)
    await context.close()
  })

test('Back goes one step back, Forward one forward, and an open dialog is closed first (FORM-16, FORM-18, CAMERA-17)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const thirdParty = thirdPartyNamed('Noor Rahman')
  const { link, theirs } = await onPhone(page, browser, thirdParty)
  await theirs.goto('/about')
  await passGate(theirs, link, thirdParty.email)
  await atStep(theirs, 1)
  await theirs.getByRole('checkbox', { name: 'I am 18 or over' }).check()
  for (let step = 2; step <= 5; step += 1) {
    await goOn(theirs)
    await atStep(theirs, step)
    await expect(theirs.getByRole('heading', { name: headings[step - 1] ?? '', level: 2 })).toBeFocused()
  }
  await theirs.goBack()
  await atStep(theirs, 4)
  await theirs.goBack()
  await atStep(theirs, 3)
  await theirs.goForward()
  await atStep(theirs, 4)
  // Previous uses the same history: no entries accumulate.
  await theirs.getByRole('button', { name: 'Previous' }).click()
  await atStep(theirs, 3)
  await theirs.goForward()
  await atStep(theirs, 4)
  await theirs.goBack()

  const dialog = theirs.getByRole('dialog')
  const photo = theirs.getByRole('button', { name: photoButton })
  await photo.evaluate(pressLikeSafari)
  await photo.click()
  await expect(dialog.getByRole('button', { name: 'Capture' })).toBeVisible()
  await theirs.goBack()
  await expect(dialog).toBeHidden()
  await atStep(theirs, 3)
  await expect(photo).toBeFocused()

  await theirs.getByRole('button', { name: 'No, thank you' }).click()
  await expect(dialog).toBeVisible()
  await theirs.goBack()
  await expect(dialog).toBeHidden()

  await theirs.goBack()
  await atStep(theirs, 2)
  await theirs.getByRole('button', { name: 'Read the whole text' }).click()
  await expect(dialog.getByRole('heading', { name: 'Governing law' })).toBeAttached()
  // The whole screen below Exit this page.
  const exit = await theirs.getByRole('link', { name: 'Exit this page' }).boundingBox()
  const { y = 0, width = 0, height = 0 } = (await dialog.boundingBox()) ?? {}
  expect([width, y + height]).toEqual([phone.width, phone.height])
  expect(y - (exit?.height ?? 0)).toBeLessThan(20)
  await dialog.getByRole('link', { name: 'Data usage' }).click()
  await expect(dialog.getByRole('heading', { name: 'Data usage' })).toBeInViewport()
  await expect(dialog.getByText(/^Text version/)).toBeAttached()
  await expectAccessible(theirs, 'the whole text')
  await theirs.goBack()
  await expect(dialog).toBeHidden()
  await atStep(theirs, 2)
  await expect(theirs.getByRole('button', { name: 'Read the whole text' })).toBeFocused()
  await theirs.getByRole('button', { name: 'Read the whole text' }).click()
  await expect(dialog.getByRole('heading', { name: 'Governing law' })).toBeAttached()
  await theirs.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await theirs.goBack()
  await atStep(theirs, 1)
  await theirs.goBack()
  await expect(theirs).toHaveURL(/\/about$/)
  await theirs.context().close()
})

test('leaving at any step loses nothing, whichever way the person returns (FORM-18)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const thirdParty = thirdPartyNamed('Hanna Virtanen')
  const { link, theirs } = await onPhone(page, browser, thirdParty)
  await passGate(theirs, link, thirdParty.email)
  const consent = theirs.getByRole('checkbox', { name: /I consent to sharing my identity/ })
  await consent.check()
  await fillThirdPartyForm(theirs, thirdParty)
  await theirs.goBack()
  for (let step = 4; step >= 1; step -= 1) {
    await atStep(theirs, step)
    await theirs.reload()
    await atStep(theirs, step)
    // The link is opened again, as from the chat in which it was sent.
    await theirs.goto('/about')
    await theirs.goto(link)
    await atStep(theirs, step)
    if (step === 3) await expect(theirs.getByRole('img', { name: 'Your photo' })).toBeVisible()
    if (step === 1) await expect(consent).toBeChecked()
    if (step > 1) await theirs.getByRole('button', { name: 'Previous' }).click()
  }
  for (let step = 1; step < 5; step += 1) await goOn(theirs)
  await expect(theirs.getByRole('textbox', { name: 'Signature' })).toHaveValue(thirdParty.fullName)
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: 'Submit Verification' })).toBeEnabled()
  await theirs.context().close()
})

test('only the statement that they are 18 or over blocks the first step, and the last step links to the field of each missing part (FORM-7, FORM-9, FORM-17, EVIDENCE-16)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const thirdParty = thirdPartyNamed('Diego Ruiz')
  const { link, theirs } = await onPhone(page, browser, thirdParty)
  await passGate(theirs, link, thirdParty.email)
  const adult = theirs.getByRole('checkbox', { name: 'I am 18 or over' })
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(adult).toBeFocused()
  await expect(adult).toHaveAccessibleDescription(/^Tick this if you’re 18 or over/)
  await expect(theirs).toHaveTitle(/^Error/)
  await expectAccessible(theirs, 'the first step without their word')
  await atStep(theirs, 1)
  await adult.check()
  await expect(theirs.getByText('Tick this if you’re 18 or over')).toBeHidden()
  for (let step = 1; step < 5; step += 1) await goOn(theirs)
  await atStep(theirs, 5)
  await expect(theirs.getByRole('button', { name: 'Submit Verification' })).toBeDisabled()
  await expectAccessible(theirs, 'the last step with everything missing')
  const fields = {
    'Your photo': theirs.getByRole('button', { name: photoButton }),
    'Your government ID': theirs.getByLabel('Upload a government ID'),
    'Your signature': theirs.getByRole('textbox', { name: 'Signature' }),
    'Your confirmation': theirs.getByRole('checkbox', { name: /I confirm that I am not being coerced/ }),
    'Your consent to share': theirs.getByRole('checkbox', { name: /I consent to sharing my identity/ }),
  }
  for (const [entry, field] of Object.entries(fields)) {
    await theirs.getByRole('button', { name: entry, exact: true }).click()
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
    if (!(await theirs.getByText('Step 5 of 5').isVisible())) await theirs.goBack()
    await atStep(theirs, 5)
  }
  // Their statement can be withdrawn, and the browser's Forward continues without it.
  const entry = theirs.getByRole('button', { name: 'Your statement that you are 18 or over' })
  await expect(entry).toHaveCount(0)
  for (let step = 5; step > 1; step -= 1) await theirs.goBack()
  await adult.uncheck()
  for (let step = 1; step < 5; step += 1) await theirs.goForward()
  await entry.click()
  await expect(adult).toBeFocused()
  await expect(adult).toBeInViewport()
  await adult.check()
  await theirs.goBack()
  await atStep(theirs, 5)
  await expect(entry).toHaveCount(0)
  // A signature with other names isn't refused: a hint appears once it is typed.
  const signature = theirs.getByRole('textbox', { name: 'Signature' })
  const note = theirs.getByText(`The record has the name ${thirdParty.fullName}.`)
  await signature.fill('Mickey Mouse')
  await expect(note).toBeHidden()
  await signature.blur()
  await expect(note).toBeVisible()
  await expectAccessible(theirs, 'a signature with other names')
  await signature.fill('ruiz, diego')
  await signature.blur()
  await expect(note).toHaveCount(0)
  await theirs.context().close()
})

test('the whole form works with only the keyboard, and the focus is never lost to the page (FORM-23)', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const thirdParty = thirdPartyNamed('Leila Haddad')
  const { link, theirs } = await onPhone(page, browser, thirdParty)
  await theirs.goto(link)
  await theirs.getByLabel('Your email').focus()
  await theirs.keyboard.type(thirdParty.email)
  await theirs.keyboard.press('Enter')
  await atStep(theirs, 1)
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await theirs.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`${target} is not reached by keyboard`)
  }
  const press = async (name: string, key = 'Enter') => {
    await tabTo(theirs.getByRole('button', { name }))
    await theirs.keyboard.press(key)
    await expectFocusKept(theirs, name)
  }
  const tick = async (name: string | RegExp) => {
    await tabTo(theirs.getByRole('checkbox', { name }))
    await theirs.keyboard.press('Space')
  }
  await tick('I am 18 or over')
  await tick(/I consent to sharing my identity/)
  await press('Continue')
  await atStep(theirs, 2)
  await press('Read the whole text')
  await expect(theirs.getByRole('dialog')).toBeVisible()
  await theirs.keyboard.press('Escape')
  await expect(theirs.getByRole('dialog')).toBeHidden()
  await expect(theirs.getByRole('button', { name: 'Read the whole text' })).toBeFocused()
  await press('Continue')
  await atStep(theirs, 3)
  await press(photoButton)
  await expect(theirs.getByRole('button', { name: 'Capture' })).toBeEnabled()
  await press('Capture')
  await press('Use Photo')
  await atStep(theirs, 4)
  await expectFocusKept(theirs, 'a photo that was taken')
  const id = theirs.getByLabel('Upload a government ID')
  await tabTo(id)
  await id.setInputFiles(await idCard(thirdParty.fullName))
  await expect(theirs.getByRole('img', { name: 'Your ID' })).toBeVisible()
  await expectFocusKept(theirs, 'an ID that was chosen')
  await press('Continue')
  await atStep(theirs, 5)
  await tabTo(theirs.getByRole('textbox', { name: 'Signature' }))
  await theirs.keyboard.type(thirdParty.fullName)
  await tick(/I confirm that I am not being coerced/)
  await press('Submit Verification')
  await expect(theirs.getByRole('heading', { name: 'Verification Complete' })).toBeFocused()
  await theirs.context().close()
})
