import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { cameraArguments } from './browser.mjs'
import { onOwnProduct } from './own-product.mjs'
import { inProject, root } from './project.mjs'
import { makeSampleWorld, screens } from './screens.mjs'

const heights = { 360: 740, 768: 1024, 1440: 900 }
const narrowest = 320
const patienceMs = 10_000
const folder = inProject('screenshots')

/**
 * Takes the pictures of all screens whose name has the word, with the browser at this path, and says where they are.
 */
export async function takeScreenshots(executablePath, word) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  await onOwnProduct(async (origin) => {
    const browser = await chromium.launch({ executablePath, args: cameraArguments })
    const newPage = async (person, width = 1440) => {
      const context = await browser.newContext({
        baseURL: origin,
        locale: 'en-GB',
        permissions: ['camera'],
        reducedMotion: 'reduce',
        viewport: { width, height: heights[width] },
        storageState: {
          cookies: [],
          origins: person ? [{ origin, localStorage: [makeSession(person)] }] : [],
        },
      })
      return context.newPage()
    }
    try {
      const world = await makeSampleWorld(origin, newPage)
      const chosen = screens.filter(({ name }) => name.includes(word))
      for (const screen of chosen) {
        await show(screen, world, newPage).catch(({ message }) => {
          console.error(`${screen.name} could not be shown: ${message.split('\n')[0]}`)
          process.exitCode = 1
        })
      }
    } finally {
      await browser.close()
    }
  })
  console.log(`The pictures are in ${folder.replace(root, '')}/`)
}

const makeSession = ({ session }) => ({ name: 'assent.session', value: JSON.stringify(session) })

/** Opens a screen and takes its pictures, each named screen-width-scheme.png. */
async function show({ name, who, path, act, walk, widths = [1440, 768, 360] }, world, newPage) {
  const page = await newPage(world.people[who], widths[0])
  page.setDefaultTimeout(20_000)
  const requests = openRequests(page)
  await page.goto(typeof path === 'string' ? path : path(world))
  await arrive(page, requests)
  for await (const part of walk ? walk(page, world) : actAtOnce(page, act)) {
    await arrive(page, requests)
    await shoot(page, part ? `${name}-${part}` : name, widths)
  }
  await page.context().close()
}

async function* actAtOnce(page, act) {
  await act?.(page)
  yield ''
}

async function shoot(page, name, widths) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] })
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await settle(page)
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
    await warnOfSidewaysScroll(page, name, width)
  }
  await page.setViewportSize({ width: narrowest, height: 640 })
  await settle(page)
  await warnOfSidewaysScroll(page, name, narrowest)
  await page.setViewportSize({ width: widths[0], height: heights[widths[0]] })
}

/**
 * Until nothing has been asked of the server for a while and the page shows what it got. What is loading after that
 * patience, as a sample of it is, is shown loading.
 */
async function arrive(page, requests) {
  const deadline = performance.now() + patienceMs
  for (let calmChecks = 0; calmChecks < 5 && performance.now() < deadline; ) {
    await wait(100)
    const isShown = await page.evaluate(
      () => document.querySelector('h1') !== null && !document.querySelector('.mantine-Skeleton-root'),
    )
    calmChecks = isShown && requests.size === 0 ? calmChecks + 1 : 0
  }
}

/** What the page waits for. The stream of live events never ends: nobody waits for it. */
function openRequests(page) {
  const open = new Set()
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/live')) open.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request))
  return open
}

/** Until type and pictures are there and nothing moves. Shows the page from its top. */
async function settle(page) {
  await drawTwice(page)
  // A picture of the whole page has those that wait until they are near.
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(
    () =>
      [...document.images].every(({ complete }) => complete) &&
      document
        .getAnimations()
        .every(({ effect }) => effect.getTiming().iterations === Number.POSITIVE_INFINITY),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    window.scrollTo(0, 0)
  })
  await drawTwice(page)
}

const drawTwice = (page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

async function warnOfSidewaysScroll(page, name, width) {
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  if (isWide) console.warn(`Scrolls sideways: ${name} at ${width} px`)
}
