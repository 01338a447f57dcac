import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { passGate } from '../../e2e/actions/age-verification.ts'
import { goToCheckout, pay } from '../../e2e/actions/plan.ts'
import { sandboxArguments } from './browser.mjs'
import { onOwnProduct } from './own-product.mjs'
import { inProject } from './project.mjs'
import { createSampleProduct } from './sample-records.mjs'

/** Invented, as in the sample card above the pictures. */
const people = {
  creator: { fullName: 'Alex Morgan', email: 'alex.morgan@example.com' },
  thirdParty: { fullName: 'Robin Hale', email: 'robin.hale@example.com' },
}
/** What a phone shows at once, as the pictures' width and height on the page say. */
const view = { width: 360, height: 560 }
const folder = inProject('src/web/features/landing/pictures')

/**
 * Takes the three pictures of the landing page from the running product, in both schemes, and writes down what is on
 * them and how it looks.
 */
export async function takeLandingPictures(executablePath) {
  mkdirSync(folder, { recursive: true })
  await onOwnProduct(async (origin) => {
    const browser = await chromium.launch({ executablePath, args: sandboxArguments })
    try {
      const shown = {}
      for await (const { name, page } of showPictures(browser, origin)) {
        const picture = sharp(await page.screenshot()).avif({ quality: 50, effort: 6 })
        writeFileSync(join(folder, `${name}.avif`), await picture.toBuffer())
        shown[name] = await seeTexts(page)
      }
      writeFileSync(join(folder, 'words.json'), `${JSON.stringify({ people, shown }, null, 2)}\n`)
    } finally {
      await browser.close()
    }
  })
}

/**
 * Has each picture stand on a page of the browser, ready to be taken: a link that was opened, its form, and a record.
 * `tag` sets the people's addresses apart from those of another time.
 */
export async function* showPictures(browser, origin, tag = '') {
  const product = createSampleProduct(origin)
  const unique = (email) => email.replace('@', `${tag}@`)
  const creator = await product.register(people.creator.fullName, unique(people.creator.email))
  await subscribe(browser, origin, creator)
  const thirdParty = { ...people.thirdParty, email: unique(people.thirdParty.email) }
  const open = await product.create(creator, 'age', thirdParty)
  const done = await product.create(creator, 'age', thirdParty)
  await product.complete(done)
  for (const colorScheme of ['light', 'dark']) {
    const options = {
      baseURL: origin,
      colorScheme,
      viewport: view,
      deviceScaleFactor: 2,
      locale: 'en-GB',
      reducedMotion: 'reduce',
    }
    const theirs = await (await browser.newContext(options)).newPage()
    await theirs.goto(open.verificationLink)
    await theirs.getByLabel('Your email').waitFor()
    yield { name: `invitation-${colorScheme}`, page: await whenDrawn(theirs) }
    await passGate(theirs, open.verificationLink, thirdParty.email)
    await theirs
      .getByRole('button', { name: 'Dismiss' })
      .or(theirs.locator('[data-toast] button'))
      .first()
      .click()
    await theirs.getByRole('heading', { name: 'Who asks', level: 3 }).evaluate(standAtTop)
    yield { name: `form-${colorScheme}`, page: await whenDrawn(theirs) }
    await theirs.context().close()
    const own = await (
      await browser.newContext({ ...options, storageState: makeSignedIn(origin, creator) })
    ).newPage()
    await own.goto(`/consent-form/${done.id}`)
    await own.getByRole('heading', { name: 'How each thing is known' }).evaluate(standAtTop)
    yield { name: `record-${colorScheme}`, page: await whenDrawn(own) }
    await own.context().close()
  }
}

const makeSignedIn = (origin, { session }) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'assent.session', value: JSON.stringify(session) }] }],
})

async function subscribe(browser, origin, creator) {
  const page = await (
    await browser.newContext({ baseURL: origin, storageState: makeSignedIn(origin, creator) })
  ).newPage()
  await goToCheckout(page, 'Annual')
  await pay(page, '4242 4242 4242 4242')
  await page.waitForURL('**/dashboard', { timeout: 30_000 })
  await page.context().close()
}

/** The place on the page from which the picture begins. */
const standAtTop = (element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 96)

async function whenDrawn(page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
  return page
}

/** The texts that stand whole in the window, each with its type and colours; moments are left open. */
export function seeTexts(page) {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const { top, bottom, width } = range.getBoundingClientRect()
      const isSeen = width > 2 && top >= 0 && bottom <= innerHeight && parentElement?.checkVisibility()
      const text = textContent.replace(/\s+/g, ' ').trim()
      if (!isSeen || !text || parentElement.closest('[aria-hidden="true"], script, style')) continue
      const said = text.replace(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/, 'a moment')
      const { fontFamily, fontSize, fontWeight, color } = getComputedStyle(parentElement)
      const [family] = fontFamily.split(',')
      found.push(`${said} | ${family} ${fontSize} ${fontWeight} ${color} on ${findGround(parentElement)}`)
    }
    return found

    function findGround(element) {
      const { backgroundColor } = getComputedStyle(element)
      return backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement
        ? findGround(element.parentElement)
        : backgroundColor
    }
  })
}
