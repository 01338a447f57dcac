import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { findPrograms } from '../../scripts/lib/engines.mjs'
import { type Engine, type EngineWindow, findElement, finder, type Query } from './window.ts'

/** Starts Firefox, driven over WebDriver BiDi. Each window has its own cookies and storage. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findPrograms().firefox ?? '',
    headless: true,
    timeout: 120_000,
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'ui.prefersReducedMotion': 1,
    },
  })
  return {
    async open(size) {
      const context = await browser.createBrowserContext()
      // A separate window, because background tabs are throttled.
      const page = await context.newPage({ type: 'window' })
      page.setDefaultTimeout(120_000)
      await page.setViewport(size)
      return toWindow(page, () => context.close())
    },
    close: () => browser.close(),
  }
}

function toWindow(page: Page, close: () => Promise<void>): EngineWindow {
  const look = async (query: Query) =>
    (await page.evaluateHandle(findElement, query)).asElement() as ElementHandle<Element> | null
  const find = finder(look)
  return {
    async goto(address) {
      await page.goto(address)
    },
    click: async (query) => (await find(query)).click(),
    async type(query, text) {
      const field = await find(query)
      await field.click()
      await field.evaluate((element) => (element as HTMLInputElement).select())
      await field.type(text)
    },
    async select(query, value) {
      await (await find(query)).select(value)
    },
    async chooseFile(query, path) {
      await ((await find(query)) as ElementHandle<HTMLInputElement>).uploadFile(path)
    },
    has: async (query) => (await look(query)) !== null,
    on: async (query, work, ...args) =>
      (await find(query)).evaluate(work as never, ...(args as unknown as never[])),
    run: (work, ...args) => page.evaluate(work as never, ...(args as unknown as never[])),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close,
  }
}
