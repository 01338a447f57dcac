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

/** Takes the three pictures of the landing page from the running product, in both schemes, and writes down which words are on them. */
export async function takeLandingPictures(executablePath) {
  mkdirSync(folder, { recursive: true })
  await onOwnProduct(async (origin) => {
    const browser = await chromium.launch({ executablePath, args: sandboxArguments })
    try {
      const product = createSampleProduct(origin)
      const creator = await product.register(people.creator.fullName, people.creator.email)
      await subscribe(browser, origin, creator)
      const open = await product.create(creator, 'age', people.thirdParty)
      const done = await product.create(creator, 'age', people.thirdParty)
      await product.complete(done)
      const words = {}
      for (const colorScheme of ['light', 'dark']) {
        const options = {
          baseURL: origin,
          colorScheme,
          viewport: view,
          deviceScaleFactor: 2,
          locale: 'en-GB',
        }
        const theirs = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
        await theirs.goto(open.verificationLink)
        await theirs.getByLabel('Your email').waitFor()
        words.invitation = await take(theirs, `invitation-${colorScheme}`)
        await passGate(theirs, open.verificationLink, people.thirdParty.email)
        await theirs
          .getByRole('button', { name: 'Dismiss' })
          .or(theirs.locator('[data-toast] button'))
          .first()
          .click()
        await theirs.getByRole('heading', { name: 'Who asks', level: 3 }).evaluate(standAtTop)
        words.form = await take(theirs, `form-${colorScheme}`)
        const own = await (
          await browser.newContext({
            ...options,
            reducedMotion: 'reduce',
            storageState: makeSignedIn(origin, creator),
          })
        ).newPage()
        await own.goto(`/consent-form/${done.id}`)
        await own.getByRole('heading', { name: 'How each thing is known' }).evaluate(standAtTop)
        words.record = await take(own, `record-${colorScheme}`)
      }
      writeFileSync(join(folder, 'words.json'), `${JSON.stringify({ people, words }, null, 2)}\n`)
    } finally {
      await browser.close()
    }
  })
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

/** Takes a picture. Answers the words that are on it whole, each text by itself. */
async function take(page, name) {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
  const picture = await page.screenshot()
  writeFileSync(
    join(folder, `${name}.avif`),
    await sharp(picture).avif({ quality: 50, effort: 6 }).toBuffer(),
  )
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
      if (isSeen && text && !parentElement.closest('[aria-hidden="true"], script, style')) found.push(text)
    }
    return found
  })
}
