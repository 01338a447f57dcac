// A part of npm run build: builds the pages in each language that its arguments name, below build/pages. A process builds
// several in turn, because each after the first is quicker.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { makePaintFirst, makeStandAlone } from './lib/first-paint.mjs'
import { inProject, root } from './lib/project.mjs'

const offlinePage = join('offline', 'index.html')

// The router gives a page ten seconds, which the first one can take longer on a busy machine.
const after = AbortSignal.timeout
AbortSignal.timeout = (ms) => after(Math.max(ms, 600_000))

for (const tag of process.argv.slice(2)) {
  process.env['PAGES_LANGUAGE'] = tag
  const builder = await createBuilder({
    root,
    configFile: inProject('vite.config.ts'),
    // Each language has the same warnings.
    logLevel: tag === 'en' ? 'warn' : 'error',
  })
  await builder.buildApp()
  await finishPages(inProject('build/pages', tag, 'client'))
}
// The builder doesn't close everything that it opened.
process.exit()

async function finishPages(folder: string): Promise<void> {
  const readStyles = (address: string) => readFileSync(join(folder, address), 'utf8')
  const finish = async (page: string) => {
    const path = join(folder, page)
    const makeBetter = page === offlinePage ? makeStandAlone : makePaintFirst
    writeFileSync(path, await makeBetter(readFileSync(path, 'utf8'), readStyles))
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  await Promise.all(
    files.filter((name) => name.endsWith('.html') && name !== '__spa-fallback.html').map(finish),
  )
}
