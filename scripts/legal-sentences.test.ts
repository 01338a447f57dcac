import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Article } from '../src/web/features/legal/article.ts'
import { writePrivacyText } from '../src/web/features/legal/privacy-text.ts'
import { writeTermsText } from '../src/web/features/legal/terms-text.ts'
import { keepers } from './lib/legal-sentences.ts'
import { groupTestsByClause, readClauses, readSources } from './lib/specification.mjs'

const root = join(import.meta.dirname, '..')
const installation = { supportEmail: 'help@assent.example', retentionDays: '90', linkLifeDays: '30' }

/** Each sentence that the text says, once. */
function listSentences({ parts }: Article): string[] {
  const blocks = parts.flatMap((part) => part.blocks.flat())
  return blocks.flatMap((block) => block.split(/(?<=[.!?])\s+(?=[A-Z£])/))
}

const said = [
  ...new Set([
    ...listSentences(writePrivacyText(installation)),
    ...listSentences(writeTermsText(installation)),
  ]),
]
let tests: Map<string, unknown[]>
let decided: Set<string>
beforeAll(async () => {
  tests = groupTestsByClause(await readSources(root))
  decided = new Set((await readClauses(root)).flatMap(({ id, isDecided }) => (isDecided ? [id] : [])))
})

it('names of every sentence of the legal texts what keeps it, and of no other (PRIVACY-24)', () => {
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter((sentence) => !Object.hasOwn(keepers, sentence))).toEqual([])
  expect(Object.keys(keepers).filter((sentence) => !said.includes(sentence))).toEqual([])
})

it('names clauses that tests or decisions hold, or people with a reason (PRIVACY-24)', () => {
  const unheld = Object.entries(keepers).flatMap(([sentence, keeper]) => {
    if (!Array.isArray(keeper)) return keeper.people.length > 10 ? [] : [`${sentence}: nobody`]
    const missing = keeper.filter((id) => !tests.has(id) && !decided.has(id))
    return keeper.length === 0 || missing.length > 0 ? [`${sentence}: ${missing.join(', ')}`] : []
  })
  expect(unheld).toEqual([])
})

it('finds one cookie in the pages, that of the sidebar, and one in the server, of who makes a request (PRIVACY-25)', async () => {
  const sources = (await readSources(root)).filter(({ path }) => /^src\/.*(?<!\.test)\.tsx?$/.test(path))
  const setting = sources.filter(({ text }) => /\.cookie = |cookieStore|set-cookie|setCookie/i.test(text))
  expect(setting.map(({ path }) => path).sort()).toEqual([
    'src/server/http/client.ts',
    'src/web/app/shell/shell.tsx',
  ])
})
