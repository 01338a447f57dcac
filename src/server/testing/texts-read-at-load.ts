// Loads every module of the server, and prints where one of them read a text meanwhile: it would keep that text in the
// language of the start.
import { readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const readAt: string[] = []
Object.assign(globalThis, { noteRead: () => readAt.push(new Error().stack ?? '') })
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('/src/words/read-message.ts')) return next(url, context)
    const source = 'export const readMessage = (text) => (noteRead(), () => text)'
    return { format: 'module', shortCircuit: true, source }
  },
})

const src = fileURLToPath(new URL('../../', import.meta.url))
/** Tests, and what runs when it is loaded. */
const notLoaded = /\.test\.ts$|testing\/|(^|\/)main\.ts$|-(process|worker|thread)\.ts$/
for (const folder of ['contract', 'server', 'words'])
  for (const name of readdirSync(src + folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts') && !notLoaded.test(name))
      await import(pathToFileURL(`${src}${folder}/${name}`).href)

// Planted: it shows that a text is found.
await import('./kept-text.ts')

/** A text in another text of its catalogue is source; the fault of a trial is thrown away. */
const harmless = /^(words\/en\/|contract\/default-wording)/
const places = readAt.flatMap((stack) => {
  const frames = [...stack.matchAll(/src\/((?:contract|server|words)\/[\w./-]+\.ts:\d+)/g)].map(
    ([, at = '']) => at,
  )
  const reader = frames.find(
    (at) => !/^(words\/(read-message|messages)|server\/testing\/texts-read-at-load)/.test(at),
  )
  return reader && !harmless.test(reader) ? [reader] : []
})
process.stdout.write(JSON.stringify([...new Set(places)].sort()))
process.exit(0)
