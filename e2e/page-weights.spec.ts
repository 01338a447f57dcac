import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { readTexts } from './actions/in-language.ts'
import { expect, test } from './test.ts'

type Kind = 'js' | 'css'
type Manifest = {
  routes: Record<string, { parentId?: string; module: string; imports: string[]; css: string[] }>
}

const client = 'build/client'
const assets = new Set(readdirSync(`${client}/assets`))

const weights = new Map<string, number>()

function weighFile(path: string): number {
  const weight = weights.get(path) ?? brotliCompressSync(readFileSync(client + path)).length
  weights.set(path, weight)
  return weight
}

/** The size of these files in kilobytes, compressed with brotli. */
const weigh = (paths: readonly string[]) =>
  [...new Set(paths)].reduce((sum, path) => sum + weighFile(path), 0) / 1000

const pick = (paths: readonly string[], kind: Kind) =>
  paths.map((path) => path.replace(/#.*$/, '')).filter((path) => path.endsWith(`.${kind}`))

/** The scripts and styles in a page's HTML, which a browser loads before the page works. */
const listNamedBy = (page: string) =>
  readFileSync(`${client}/${page}`, 'utf8').match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []

const fallback = '__spa-fallback.html'

/** The route manifest of a language, whose pages are below a folder. */
function readRoutes(folder = ''): Manifest['routes'] {
  const manifest = listNamedBy(folder + fallback).find((path) => path.startsWith('/assets/manifest-'))
  const [, json = ''] = readFileSync(`${client}${manifest}`, 'utf8').match(/=(\{.*\});?$/s) ?? []
  return (JSON.parse(json) as Manifest).routes
}

/** The same for an account page: the files of every account page, and its own by the route manifest. */
function listRouted(page: string): string[] {
  const routes = readRoutes()
  const parts = ['app/account-layout', page].flatMap((id) => {
    const route = routes[id]
    if (!route) throw new Error(`The build has no route ${id}.`)
    return [route.module, ...route.imports, ...route.css]
  })
  return [...listNamedBy(fallback), ...parts]
}

const listWizard = (kind: string) => listRouted(`features/verifications/${kind}/${kind}-verification-page`)

/** All scripts of a language, whose pages are below a folder: those that the pages name, and those that these name. */
function listScripts(folder = ''): string[] {
  const found = new Set(
    pick(
      [fallback, 'index.html'].flatMap((page) => listNamedBy(folder + page)),
      'js',
    ),
  )
  for (const path of found) {
    for (const [, name = ''] of readFileSync(client + path, 'utf8').matchAll(/(?:\.|assets)\/([\w.-]+\.js)/g))
      if (assets.has(name)) found.add(`/assets/${name}`)
  }
  return [...found]
}

const allScripts = listScripts()
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

test.describe(() => {
  // In one process, because most files are in several weights.
  test.describe.configure({ mode: 'default' })
  for (const [what, files, most] of budgets)
    test(`${what} weigh at most ${most} kB`, () => {
      expect(files).not.toEqual([])
      expect(weigh(files)).toBeLessThanOrEqual(most)
    })
})

/** The languages besides English, which has no translations. */
const translated = readdirSync('src/words').filter((name) => existsSync(`${client}/${name}/${fallback}`))

/** Which of the texts each script has. A text is found by its longest part without a place. */
function findTexts(texts: readonly string[], scripts: readonly string[]): Map<string, string[]> {
  const parts = texts.map((text) => {
    const [longest = ''] = text.split(/\{[^{}]*[{}]|[{}#`\\\n]/).sort((a, b) => b.length - a.length)
    return { text, longest }
  })
  const own = scripts.filter((path) => !isEstimator(path) && !path.startsWith('/assets/framework-'))
  return new Map(
    own.map((path) => {
      // Built code has a no-break space as an escape.
      const code = readFileSync(client + path, 'utf8').replaceAll('\\xA0', '\u00a0')
      return [path, parts.filter(({ longest }) => code.includes(longest)).map(({ text }) => text)]
    }),
  )
}

for (const tag of translated)
  test(`the texts of ${tag} weigh at most 35 kB, and those of each page at most 12 kB (WORDS-10)`, () => {
    const found = findTexts(
      readTexts(tag)
        .map(({ translated }) => translated)
        .filter(Boolean),
      listScripts(`${tag}/`),
    )
    const weighTexts = (scripts: Iterable<string>) => {
      const texts = [...scripts].flatMap((path) => found.get(path) ?? [])
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      return brotliCompressSync([...new Set(texts)].join('\n'), { params }).length / 1000
    }
    expect(weighTexts(found.keys())).toBeGreaterThan(10)
    expect(weighTexts(found.keys())).toBeLessThanOrEqual(35)
    const routes = readRoutes(`${tag}/`)
    const onEach = pick(listNamedBy(`${tag}/${fallback}`), 'js')
    for (const [id, { module, imports, parentId = '' }] of Object.entries(routes)) {
      const layout = parentId === 'root' ? undefined : routes[parentId]
      const scripts = [...onEach, ...(layout ? [layout.module, ...layout.imports] : []), module, ...imports]
      expect(weighTexts(scripts), id).toBeLessThanOrEqual(12)
    }
  })
