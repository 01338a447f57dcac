import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from './test.ts'

type Kind = 'js' | 'css'
type Manifest = { routes: Record<string, { module: string; imports: string[]; css: string[] }> }

const client = 'build/client'
const assets = new Set(readdirSync(`${client}/assets`))

/** The size of these files in kilobytes, compressed with brotli. */
function weigh(paths: readonly string[]): number {
  const bytes = [...new Set(paths)].map((path) => brotliCompressSync(readFileSync(client + path)).length)
  return bytes.reduce((sum, each) => sum + each, 0) / 1000
}

const pick = (paths: readonly string[], kind: Kind) =>
  paths.map((path) => path.replace(/#.*$/, '')).filter((path) => path.endsWith(`.${kind}`))

/** The scripts and styles in a page's HTML, which a browser loads before the page works. */
const listNamedBy = (page: string) =>
  readFileSync(`${client}/${page}`, 'utf8').match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []

/** The same for an account page: the files of every account page, and its own by the route manifest. */
function listRouted(page: string): string[] {
  const file = /\/assets\/(manifest-[\w-]+\.js)/.exec(
    readFileSync(`${client}/__spa-fallback.html`, 'utf8'),
  )?.[1]
  const [, json = ''] = readFileSync(`${client}/assets/${file}`, 'utf8').match(/=(\{.*\});?$/s) ?? []
  const { routes } = JSON.parse(json) as Manifest
  const parts = ['app/account-layout', page].flatMap((id) => {
    const route = routes[id]
    if (!route) throw new Error(`The build has no route ${id}.`)
    return [route.module, ...route.imports, ...route.css]
  })
  return [...listNamedBy('__spa-fallback.html'), ...parts]
}

const listWizard = (kind: string) => listRouted(`features/verifications/${kind}/${kind}-verification-page`)

/** All scripts of the English pages: those that the pages name, and those that these name. */
function listEnglishScripts(): string[] {
  const found = new Set(pick([...listNamedBy('__spa-fallback.html'), ...listNamedBy('index.html')], 'js'))
  for (const path of found) {
    for (const [name] of readFileSync(client + path, 'utf8').matchAll(/[\w.-]+\.js\b/g))
      if (assets.has(name)) found.add(`/assets/${name}`)
  }
  return [...found]
}

const allScripts = listEnglishScripts()
const isEstimator = (path: string) => path.startsWith('/assets/guess-password-')
const isHeicDecoder = (path: string) => path.startsWith('/assets/heic-decoder-')

/** The maximum size of each part of the pages, in kilobytes. */
const budgets: [what: string, files: string[], most: number][] = [
  ['the scripts of the landing page', pick(listNamedBy('index.html'), 'js'), 119],
  ['the scripts of the login page', pick(listNamedBy('login/index.html'), 'js'), 131],
  ['the scripts of the register page', pick(listNamedBy('register/index.html'), 'js'), 138],
  ['the scripts of the link page before the gate', pick(listNamedBy('verify/link/index.html'), 'js'), 119],
  ['the styles of the link page before the gate', pick(listNamedBy('verify/link/index.html'), 'css'), 10],
  ['the scripts of the age wizard', pick(listWizard('age'), 'js'), 186],
  ['the scripts of the person wizard', pick(listWizard('person'), 'js'), 171],
  ['the scripts of the password estimator', allScripts.filter(isEstimator), 230],
  ['the scripts of the HEIC decoder', allScripts.filter(isHeicDecoder), 30],
  [
    'all other scripts together',
    allScripts.filter((path) => !isEstimator(path) && !isHeicDecoder(path)),
    450,
  ],
]

for (const [what, files, most] of budgets)
  test(`${what} weigh at most ${most} kB`, () => {
    expect(files).not.toEqual([])
    expect(weigh(files)).toBeLessThanOrEqual(most)
  })
