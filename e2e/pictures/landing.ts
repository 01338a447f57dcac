import type { Browser, Page } from '@playwright/test'
import { type Creator, createSampleProduct } from '../../scripts/lib/sample-records.ts'
import { givePlan } from '../actions/plan.ts'
import { passGate } from '../actions/verification.ts'

/** Invented, like those in the sample card above the pictures. */
export const people = {
  creator: { fullName: 'Alex Morgan', email: 'alex.morgan@example.com' },
  thirdParty: { fullName: 'Robin Hale', email: 'robin.hale@example.com' },
}
/** The visible part of a phone's screen, which matches the pictures' width and height on the page. */
const view = { width: 360, height: 560 }

/**
 * Prepares each picture on a page of the browser: an opened link, its form, and a record. `tag` makes the people's
 * addresses different from those of another run.
 */
export async function* showPictures(
  browser: Browser,
  origin: string,
  tag = '',
): AsyncGenerator<{ name: string; page: Page }> {
  const product = createSampleProduct(origin)
  const unique = (email: string) => email.replace('@', `${tag}@`)
  const creator = await product.register(people.creator.fullName, unique(people.creator.email))
  await givePlan(creator.email)
  const thirdParty = { ...people.thirdParty, email: unique(people.thirdParty.email) }
  const open = await product.create(creator, 'age', thirdParty)
  const done = await product.create(creator, 'age', thirdParty)
  await product.complete(done)
  for (const colorScheme of ['light', 'dark'] as const) {
    const options = {
      baseURL: origin,
      colorScheme,
      viewport: view,
      deviceScaleFactor: 2,
      locale: 'en-GB',
      reducedMotion: 'reduce',
    } as const
    const theirs = await (await browser.newContext(options)).newPage()
    await theirs.goto(open.verificationLink)
    await theirs.getByLabel('Your email').waitFor()
    yield { name: `invitation-${colorScheme}`, page: await whenDrawn(theirs) }
    await passGate(theirs, open.verificationLink, thirdParty.email)
    await theirs.getByRole('heading', { name: /asks you to confirm/, level: 2 }).waitFor()
    await theirs.evaluate(() => window.scrollTo(0, 0))
    yield { name: `form-${colorScheme}`, page: await whenDrawn(theirs) }
    await theirs.context().close()
    const own = await (
      await browser.newContext({ ...options, storageState: makeSignedIn(origin, creator) })
    ).newPage()
    await own.goto(`/consent-form/${done.id}`)
    await own.getByRole('region', { name: 'Your record' }).evaluate(scrollToTop)
    yield { name: `record-${colorScheme}`, page: await whenDrawn(own) }
    await own.context().close()
  }
}

const makeSignedIn = (origin: string, { session }: Creator) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'assent.session', value: JSON.stringify(session) }] }],
})

/** Scrolls to the place on the page where the picture begins. */
const scrollToTop = (element: Element) =>
  window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 72)

async function whenDrawn(page: Page): Promise<Page> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
  return page
}

/**
 * The texts that are completely visible in the window, each with its font and colours; times and a record's reference
 * are replaced with placeholders.
 */
export function seeTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const { top, bottom, width } = range.getBoundingClientRect()
      const isSeen = width > 2 && top >= 0 && bottom <= innerHeight && parentElement?.checkVisibility()
      const text = (textContent ?? '').replace(/\s+/g, ' ').trim()
      if (!isSeen || !text || !parentElement || parentElement.closest('[aria-hidden="true"], script, style'))
        continue
      const words = text
        .replace(/^\d+ \w+ \d{4}(, \d\d:\d\d UTC)?$/, 'a moment')
        .replace(/^(Record) [\dA-F]{4}-[\dA-F]{4}$/, '$1')
      const { fontFamily, fontSize, fontWeight, color } = getComputedStyle(parentElement)
      const [family] = fontFamily.split(',')
      found.push(`${words} | ${family} ${fontSize} ${fontWeight} ${color} on ${findGround(parentElement)}`)
    }
    return found

    function findGround(element: Element): string {
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement
        ? findGround(element.parentElement)
        : backgroundColor
    }
  })
}
