import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findPrograms } from '../../scripts/lib/engines.mjs'
import { pickFreePort } from '../../scripts/lib/free-port.mjs'
import {
  type Engine,
  type EngineWindow,
  findElement,
  finder,
  pressLikeSafari,
  type Query,
  type Size,
} from './window.ts'

/** WebKit, driven over WebDriver. A driver has one session, so each window has its own driver and browser. */
export async function startWebKit(): Promise<Engine> {
  return { open: openWindow, close: async () => undefined }
}

async function openWindow(size: Size): Promise<EngineWindow> {
  const port = await pickFreePort()
  // Ending the driver doesn't end its browser: both are in one process group, which is killed as a whole.
  const program = spawn(findPrograms().webKitDriver ?? '', [`--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  })
  const exited = once(program, 'exit')
  const end = async () => {
    if (program.pid && program.exitCode === null) process.kill(-program.pid)
    await exited
  }
  try {
    const address = `http://127.0.0.1:${port}`
    await expect(async () => expect((await fetch(`${address}/status`)).ok).toBe(true)).toPass({
      timeout: 120_000,
    })
    const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build()
    await showPageAlone(driver, size)
    return toWindow(driver, end)
  } catch (error) {
    await end()
    throw error
  }
}

const capabilities = new Capabilities({
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': {
    args: [
      '--automation',
      '--enable-mock-capture-devices=TRUE',
      '--javascript-can-open-windows-automatically=TRUE',
    ],
  },
})

/**
 * The first window is never narrower than its toolbar, so the page is shown in a window without one, which has exactly
 * the page's size.
 */
async function showPageAlone(driver: WebDriver, { width, height }: Size): Promise<void> {
  const first = await driver.getWindowHandle()
  await driver.executeScript(
    `window.open('about:blank', '_blank', 'popup,noopener,width=${width},height=${height}')`,
  )
  const others = async () => (await driver.getAllWindowHandles()).filter((handle) => handle !== first)
  await expect.poll(async () => (await others()).length).toBe(1)
  await driver.switchTo().window((await others())[0] ?? '')
  await driver.manage().window().setRect({ x: 0, y: 0, width, height })
}

function toWindow(driver: WebDriver, end: () => Promise<void>): EngineWindow {
  const look = (query: Query) => driver.executeScript<WebElement | null>(findElement, query)
  const find = finder(look)
  return {
    goto: (address) => driver.get(address),
    async click(query) {
      const element = await find(query)
      await driver.executeScript(pressLikeSafari, element)
      await element.click()
    },
    async type(query, text) {
      const field = await find(query)
      await field.click()
      await driver.executeScript((input: HTMLInputElement) => input.select(), field)
      await field.sendKeys(text)
    },
    async select(query, value) {
      await (await find(query)).findElement(By.css(`option[value="${value}"]`)).click()
    },
    chooseFile: async (query, path) => (await find(query)).sendKeys(path),
    has: async (query) => (await look(query)) !== null,
    on: async (query, work, ...args) => driver.executeScript(work, await find(query), ...args),
    run: (work, ...args) => driver.executeScript(work, ...args),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit().catch(() => undefined)
      await end()
    },
  }
}
