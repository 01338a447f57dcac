// node_modules/.bin/node bench/history-scroll.ts: scrolls through a history of 10,000 in a browser and tells how smooth that is: long tasks, late
// frames, elements in the page. Starts a server of its own on a new DATA_DIR; the pages must have been built (npm run build).
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { register, somebody } from '../e2e/actions/account.ts'
import { createPersonVerification } from '../e2e/actions/person-verification.ts'
import { findBrowser, sandboxArguments } from '../scripts/lib/browser.mjs'
import { findRunningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { multiply } from '../src/server/testing/many-verifications.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { onOwnServer } from './own-server.ts'

const many = Number(process.env['RECORDS'] ?? 10_000)

/** What the page tells about the way down since it was asked last. */
type Told = {
  seconds: number
  frames: number
  lateFrames: number
  longTasks: number
  longestTaskMs: number
  waitingMs: number
  elements: number
  cards: number
  heapMB: number
  isAtEnd: boolean
}

/** Runs in the page. As text, since the page's types are not those of this program. */
const preparation = `
  window.tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
  window.newest = () => {
    const names = [...document.querySelectorAll('article dd')].flatMap(({ textContent }) => /^Third party (\\d+)$/.exec(textContent)?.[1] ?? [])
    return Math.max(0, ...names.slice(-4).map(Number))
  }
  window.scrollOn = async (target) => {
    const startedAt = performance.now()
    let frames = 0, lateFrames = 0, waitingMs = 0, isAtEnd = false, before = startedAt
    tasks.length = 0
    for (;;) {
      const top = scrollY
      scrollBy({ top: 400, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      frames += 1
      if (now - before > 50) lateFrames += 1
      if (scrollY === top) waitingMs += now - before
      before = now
      if (frames % 20 === 0 || scrollY === top) {
        const more = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Load more')
        if (scrollY === top && more && !more.disabled) more.click()
        isAtEnd = scrollY === top && !more
        if (isAtEnd || newest() >= target - 1) break
      }
    }
    return {
      seconds: (performance.now() - startedAt) / 1000, frames, lateFrames, waitingMs, isAtEnd,
      longTasks: tasks.length, longestTaskMs: Math.max(0, ...tasks),
      elements: document.querySelectorAll('*').length, cards: document.querySelectorAll('article').length,
      heapMB: Math.round(performance.memory.usedJSHeapSize / 1e6),
    }
  }`

await onOwnServer(
  async (base, dataDir) => {
    const connectionString = await findRunningDatabase(dataDir)
    if (!connectionString) throw new Error('the database of the server does not answer')
    const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: sandboxArguments })
    const database = openDatabase(connectionString, { logger: silentLogger, maxConnections: 1 })
    try {
      const context = await browser.newContext({ baseURL: base.replace('127.0.0.1', 'localhost') })
      const page = await context.newPage()
      const creator = somebody('Ada Bench')
      await register(page, creator)
      const link = await createPersonVerification(page, creator, {
        fullName: 'Sam Bench',
        email: 'sam@example.com',
        socialMediaName: '@sam',
      })
      await multiply(database, new URL(link).pathname.split('/').pop() ?? '', many - 1)
      await page.goto('/history')
      await page.getByRole('article').first().waitFor()
      await scroll(page)
      await bringUpToDate(page)
    } finally {
      await browser.close()
      await database.close()
    }
  },
  { pages: true },
)

/** Down to the end, 400 pixels a frame, telling after every tenth of the way. */
async function scroll(page: Page) {
  await page.evaluate(preparation)
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const told = (await page.evaluate(`scrollOn(${(many / 10) * tenth})`)) as Told
    console.log(
      `${(many / 10) * tenth} of ${many}: ${told.seconds.toFixed(1)} s, waited ${Math.round(told.waitingMs)} ms at the end, ` +
        `${told.lateFrames} of ${told.frames} frames over 50 ms, ${told.longTasks} long tasks (longest ${Math.round(told.longestTaskMs)} ms), ` +
        `${told.elements} elements, ${told.cards} cards, heap ${told.heapMB} MB`,
    )
    if (told.isAtEnd) return
  }
}

/** What it costs to bring all of it up to date, as when one comes back to the page or something changes at the server. */
async function bringUpToDate(page: Page) {
  const answered: number[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === '/api/verifications') answered.push(performance.now())
  })
  await page.evaluate('tasks.length = 0')
  const startedAt = performance.now()
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  for (let seen = -1; seen < answered.length; ) {
    seen = answered.length
    await wait(1000)
  }
  const longest = await page.evaluate('Math.max(0, ...tasks)')
  const ms = Math.round((answered.at(-1) ?? startedAt) - startedAt)
  console.log(`brought up to date by ${answered.length} requests in ${ms} ms, longest task ${longest} ms`)
}
