import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { type LanguageTag, languages, languageTags } from '../../src/domain/language.ts'
import { readTranslations } from '../../src/server/platform/language/read-translations.ts'
import landing from '../../src/words/en/landing.ts'
import { readWritten } from '../../src/words/messages.ts'
import { translate } from '../../src/words/translations.ts'
import { node } from './install.mjs'
import { packPages } from './pack-pages.ts'
import { giveUp, inProject } from './project.mjs'
import { run } from './run.mjs'

const pages = inProject('build/pages')
const toFolder = (tag: LanguageTag) => join(pages, tag, 'client')
const merged = toFolder('en')

/**
 * Builds the pages once for each language, merges the builds, and replaces `folder`, which a starting server may be
 * reading. English has its pages at the top, another language in a folder with its tag; all share the assets.
 */
export async function buildPages(folder: string): Promise<void> {
  rmSync(pages, { recursive: true, force: true })
  await buildLanguages()
  for (const tag of languageTags) {
    if (tag !== 'en') mergeInto(merged, tag)
    writeManifest(tag)
  }
  completeWorker()
  await packPages(merged)
  rmSync(folder, { recursive: true, force: true })
  renameSync(merged, folder)
  // The server builds of the pages are only needed for prerendering.
  rmSync(pages, { recursive: true, force: true })
}

/** Two at a time: more would only take more memory. */
async function buildLanguages(): Promise<void> {
  const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, (_, lane) => lane)
  const codes = await Promise.all(
    lanes.map((lane) =>
      run(
        node,
        [
          inProject('scripts/build-language.ts'),
          ...languageTags.filter((_, index) => index % lanes.length === lane),
        ],
        { env: { ...process.env, NODE_ENV: 'production' } },
      ),
    ),
  )
  if (codes.some((code) => code !== 0)) giveUp('The web pages could not be built. See the errors above.')
}

/** Moves a language's pages and the assets of its own into the merged build. */
function mergeInto(folder: string, tag: LanguageTag): void {
  const own = toFolder(tag)
  for (const name of listFiles(own)) {
    const isPage = name.endsWith('.html')
    if (!isPage && !name.startsWith('assets')) continue
    const target = isPage ? join(folder, tag, name) : join(folder, name)
    if (!existsSync(target)) move(join(own, name), target)
    else if (!readFileSync(target).equals(readFileSync(join(own, name))))
      throw new Error(`Two languages have different contents for ${name}.`)
  }
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

/** The manifest of the installed page, with the text of a language. */
function writeManifest(tag: LanguageTag): void {
  const { direction } = languages[tag]
  const { description } = translate(readWritten(landing), readTranslations(tag)['landing'] ?? {}) as Record<
    string,
    unknown
  >
  const manifest = JSON.parse(readFileSync(inProject('public/manifest.webmanifest'), 'utf8'))
  const path = join(merged, tag === 'en' ? '' : tag, 'manifest.webmanifest')
  writeFileSync(path, JSON.stringify({ ...manifest, description, lang: tag, dir: direction }))
}

/** Writes the languages into the service worker, and the hash of their offline pages, so that browsers fetch a changed one. */
function completeWorker(): void {
  const hash = createHash('sha256')
  for (const tag of languageTags)
    hash.update(readFileSync(join(merged, tag === 'en' ? '' : tag, 'offline/index.html')))
  const worker = join(merged, 'service-worker.js')
  writeFileSync(
    worker,
    readFileSync(worker, 'utf8')
      .replace('__OFFLINE_VERSION__', hash.digest('hex').slice(0, 16))
      .replace('__LANGUAGES__', languageTags.join(' ')),
  )
}

/** The paths of the files below a folder, relative to it. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
