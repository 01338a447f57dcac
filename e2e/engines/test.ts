import { writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { startFirefox } from './firefox.ts'
import { type Visitor, visitorAt } from './visitor.ts'
import { startWebKit } from './webkit.ts'
import type { Engine, Size } from './window.ts'

const starts = { WebKit: startWebKit, Firefox: startFirefox }

export { expect } from '@playwright/test'

/**
 * A test in the engine of its project. `visit` opens a window for a person; its picture is kept when the test fails.
 */
export const test = base.extend<{ visit: (size: Size) => Promise<Visitor> }, { engine: Engine }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
    async ({}, use, { project }) => {
      const engine = await starts[project.name as keyof typeof starts]()
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
  async visit({ engine, baseURL }, use, info) {
    const visitors: Visitor[] = []
    await use(async (size) => {
      const visitor = visitorAt(await engine.open(size), baseURL ?? '')
      visitors.push(visitor)
      return visitor
    })
    if (info.status !== info.expectedStatus) {
      for (const [index, visitor] of visitors.entries())
        await keepWhatIsSeen(visitor, info.outputPath(`visitor-${index + 1}`))
    }
    await Promise.all(visitors.map((visitor) => visitor.close()))
  },
})

/** Saves a picture of the window and the page's text, if the browser still responds. */
async function keepWhatIsSeen(visitor: Visitor, path: string): Promise<void> {
  const parts = { png: visitor.screenshot, txt: visitor.pageText }
  for (const [ending, read] of Object.entries(parts)) {
    const line = await read().then(
      (content) => writeFile(`${path}.${ending}`, content).then(() => `${path}.${ending}`),
      String,
    )
    process.stderr.write(`${line}\n`)
  }
}
