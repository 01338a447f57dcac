import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, test as base, expect, type Page, type Request } from '@playwright/test'
import type { Creator } from '../../scripts/lib/sample-records.ts'
import { findInLanguage } from '../actions/in-language.ts'
import { expectAccessible, expectNothingCut } from '../actions/layout.ts'
import { makeSampleWorld, screens, type Width } from './screens.ts'
import type { World } from './walks.ts'

const heights = { 360: 740, 768: 1024, 1440: 900 }
const allWidths = [1440, 768, 360] as const
const narrowest = 320
const loadTimeoutMs = 10_000
/** The language of the pictures, such as `de`. Those in another one than English are fewer. */
const tag = process.env['SCREENS_LANGUAGE'] ?? 'en'
const schemes = tag === 'en' ? (['light', 'dark'] as const) : (['light'] as const)
const folder = join(import.meta.dirname, '../../screenshots', tag === 'en' ? '' : tag)

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browser }, use, { project, workerIndex }) => {
      // After a failed picture, a new worker goes on.
      if (workerIndex === 0) rmSync(folder, { recursive: true, force: true })
      const origin = project.use.baseURL ?? ''
      const openFor = (person: Creator) => openPage(browser, origin, person, 1440)
      await use(await makeSampleWorld(origin, workerIndex, openFor, tag))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** What was found on the screens of one test; the pictures go on. */
const faults: string[] = []

/** Takes the pictures of each screen, named screen-width-scheme.png. */
for (const { name, who, path, act, walk, widths = allWidths } of screens) {
  test(name, async ({ browser, baseURL, world }) => {
    const page = await openPage(browser, baseURL ?? '', who && world.people[who], widths[0])
    const requests = openRequests(page)
    await page.goto(typeof path === 'string' ? path : path(world))
    await arrive(page, requests)
    for await (const part of walk ? walk(page, world) : actAtOnce(page, act)) {
      await arrive(page, requests)
      await shoot(page, part ? `${name}-${part}` : name, widths)
    }
    expect(faults.splice(0)).toEqual([])
    await page.context().close()
  })
}

async function openPage(
  browser: Browser,
  origin: string,
  person: Creator | undefined,
  width: Width = 1440,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: tag === 'en' ? 'en-GB' : tag,
    permissions: ['camera'],
    reducedMotion: 'reduce',
    viewport: { width, height: heights[width] },
    storageState: { cookies: [], origins: person ? [{ origin, localStorage: [makeSession(person)] }] : [] },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  findInLanguage(page, tag)
  return page
}

const makeSession = ({ session }: Creator) => ({ name: 'assent.session', value: JSON.stringify(session) })

async function* actAtOnce(page: Page, act: ((page: Page) => Promise<void>) | undefined) {
  await act?.(page)
  yield ''
}

async function shoot(page: Page, name: string, widths: readonly Width[]): Promise<void> {
  for (const width of widths.filter((each) => each !== 768 || tag === 'en')) {
    await page.setViewportSize({ width, height: heights[width] })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await settle(page)
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
    await expectNoSidewaysScroll(page, name, width)
  }
  await page.setViewportSize({ width: narrowest, height: 640 })
  await settle(page)
  for (const expectGood of [expectNothingCut, expectAccessible])
    await expectGood(page, `${name} at ${narrowest} px`).catch(({ message }: Error) => faults.push(message))
  const [first = 1440] = widths
  await page.setViewportSize({ width: first, height: heights[first] })
}

/**
 * Waits until the page has sent no request for a while and has rendered the answers. A page that still loads after
 * `loadTimeoutMs`, such as a loading sample, is shown loading.
 */
async function arrive(page: Page, requests: ReadonlySet<Request>): Promise<void> {
  const deadline = performance.now() + loadTimeoutMs
  for (let calmChecks = 0; calmChecks < 5 && performance.now() < deadline; ) {
    await wait(100)
    const isShown = await page.evaluate(
      () => document.querySelector('h1') !== null && !document.querySelector('.mantine-Skeleton-root'),
    )
    calmChecks = isShown && requests.size === 0 ? calmChecks + 1 : 0
  }
}

/** The requests that the page waits for, without the endless stream of live events. */
function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/live')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Waits until fonts and pictures have loaded and nothing moves. Scrolls to the top of the page. */
async function settle(page: Page): Promise<void> {
  await drawTwice(page)
  // A picture of the whole page includes images that load lazily.
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(
    () =>
      [...document.images].every(({ complete }) => complete) &&
      document
        .getAnimations()
        .every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    window.scrollTo(0, 0)
  })
  await drawTwice(page)
}

const drawTwice = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

async function expectNoSidewaysScroll(page: Page, name: string, width: number): Promise<void> {
  const isWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect.soft(isWide, `${name} scrolls sideways at ${width} px`).toBe(false)
}
