import { readFileSync } from 'node:fs'
import { makePerson, signUp } from './actions/account.ts'
import { idCard } from './actions/capture.ts'
import { expectAccessible, expectNothingSideways } from './actions/layout.ts'
import { phone } from './actions/steps.ts'
import { makeVerification } from './actions/verification.ts'
import { expect, type Locator, type Page, test } from './test.ts'

type Language = 'de' | 'ar'

/** A text of the pages in a language. */
function say(language: Language, subject: string, place: string): string {
  const file = new URL(`../src/words/${language}/${subject}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<Language, string>>
  return texts[place]?.[language] ?? `no ${place}`
}

async function choose(page: Page, from: Language | 'en', to: Language | 'en'): Promise<void> {
  const name = from === 'en' ? 'Language' : say(from, 'frame', 'language')
  await page.getByLabel(name, { exact: true }).selectOption(to)
  await expect(page.locator('html')).toHaveAttribute('lang', to)
}

const goOn = (page: Page, language: Language) =>
  page.getByRole('button', { name: say(language, 'gate', 'continue'), exact: true }).click()

/** An element in a language that its page isn't in, or in the page's own. */
const isIn = (element: Locator) => element.evaluate((part) => part.closest('[lang]')?.getAttribute('lang'))

test('a creator reads German and the other person Arabic, who changes the language on the way and loses nothing (WORDS-10, WORDS-11, WORDS-12, WORDS-13)', async ({
  page,
  browser,
}) => {
  const creator = makePerson('Jürgen Weiß')
  await signUp(page, creator)
  await page.goto('/dashboard')
  await choose(page, 'en', 'de')
  await expect(page.getByRole('button', { name: say('de', 'shell', 'logOut') })).toBeVisible()
  await expectNothingSideways(page, 'the dashboard in German')
  const thirdParty = {
    fullName: 'ليلى حداد',
    email: `leila-${Date.now()}@example.com`,
    socialMediaName: '@leila',
  }
  const link = await makeVerification(page, creator, thirdParty)

  const context = await browser.newContext({ viewport: phone, hasTouch: true, locale: 'ar' })
  const theirs = await context.newPage()
  await theirs.goto(link)
  await expect(theirs.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText(say('ar', 'gate', 'heading.person'))
  const email = (language: Language) => theirs.getByLabel(say(language, 'gate', 'email'), { exact: true })
  await email('ar').fill(thirdParty.email)
  await choose(theirs, 'ar', 'de')
  await expect(theirs.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(email('de')).toHaveValue(thirdParty.email)
  await choose(theirs, 'de', 'ar')
  await expect(email('ar')).toHaveValue(thirdParty.email)
  await expectAccessible(theirs, 'the gate in Arabic')
  await goOn(theirs, 'ar')

  const adult = theirs.getByRole('checkbox').first()
  await adult.check()
  await expectNothingSideways(theirs, 'the first step in Arabic')
  await choose(theirs, 'ar', 'de')
  await expect(adult).toBeChecked()
  await choose(theirs, 'de', 'ar')
  await expect(adult).toBeChecked()
  await theirs.getByRole('checkbox').nth(1).check()
  expect(await isIn(theirs.getByRole('checkbox').nth(1))).toBe('ar')
  await goOn(theirs, 'ar')
  await expect(theirs.getByRole('heading', { name: say('ar', 'form', 'titles.text') })).toBeFocused()
  await expectAccessible(theirs, 'the text in Arabic')
  await goOn(theirs, 'ar')

  const button = (subject: string, place: string) =>
    theirs.getByRole('button', { name: say('ar', subject, place), exact: true })
  await button('form', 'takePhoto').click()
  await button('camera', 'capture').click()
  await button('camera', 'usePhoto').click()
  const id = theirs.getByLabel(say('ar', 'form', 'uploadId'))
  await id.setInputFiles(await idCard(thirdParty.fullName))
  await expect(theirs.getByRole('img', { name: say('ar', 'form', 'yourId') })).toBeVisible()
  await choose(theirs, 'ar', 'de')
  await expect(theirs.getByRole('img', { name: say('de', 'form', 'yourId') })).toBeVisible()
  await choose(theirs, 'de', 'ar')
  await expect(theirs.getByRole('img', { name: say('ar', 'form', 'yourId') })).toBeVisible()
  await goOn(theirs, 'ar')

  const signature = (language: Language) =>
    theirs.getByRole('textbox', { name: say(language, 'form', 'signature') })
  await signature('ar').fill(thirdParty.fullName)
  await choose(theirs, 'ar', 'de')
  await expect(signature('de')).toHaveValue(thirdParty.fullName)
  await choose(theirs, 'de', 'ar')
  await theirs.getByRole('checkbox').last().check()
  await button('form', 'submit').click()
  await expect(theirs.getByRole('heading', { name: say('ar', 'gate', 'verified') })).toBeVisible()
  await button('form', 'openMyRecord').click()
  await expect(theirs.getByText(thirdParty.fullName).first()).toBeVisible()
  await expect(theirs.locator('html')).toHaveAttribute('lang', 'ar')
  await expectNothingSideways(theirs, 'the record in Arabic')
  await context.close()
})
