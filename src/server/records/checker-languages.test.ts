import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  findCheckerWords,
  readCheckerTexts,
  readCheckerWords as readWords,
} from '../../../scripts/lib/checker-words.ts'
import { languageTags } from '../../domain/language.ts'
import { readTranslations } from '../platform/language/read-translations.ts'
import { checkRecord, checkRecordAs } from '../testing/check-record.ts'
import { keepSealed } from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { readChecker } from './checker.ts'

const { said, unsaid } = readCheckerTexts()
const tags = readdirSync(dirname(findCheckerWords('de'))).map((file) => file.replace(/\.json$/, ''))
const listPlaces = (text: string) => (text.match(/\{\d\}/g) ?? []).sort().join()

describe('the texts of the checker', () => {
  it('are all said in the language of its reader (RECORD-84)', () => {
    // The command itself is the same in each language.
    expect(unsaid.filter((text) => !text.startsWith('check-record.mjs record.pdf'))).toEqual([])
    expect(said.length).toBeGreaterThan(150)
  })

  it('are in each language of the product, whose packs quote the last line (PACK-7)', () => {
    for (const tag of languageTags.filter((each) => each !== 'en')) {
      const { programEnds } = readTranslations(tag)['pack'] ?? {}
      expect(programEnds?.text).toContain(readWords(tag)['Everything that was checked holds.'])
    }
  })

  it.each(tags)('are all translated, with the same places: %s (WORDS-22)', (tag) => {
    const words = readWords(tag)
    expect(Object.keys(words).filter((text) => !said.includes(text))).toEqual([])
    expect(said.filter((text) => !words[text])).toEqual([])
    const faults = Object.entries(words).filter(([text, other]) => listPlaces(text) !== listPlaces(other))
    expect(faults).toEqual([])
  })

  it('are all in the file that people download, in every language', async () => {
    const file = await readChecker()
    const quoted = tags.flatMap((tag) => Object.values(readWords(tag)))
    expect(quoted.filter((text) => !file.includes(JSON.stringify(text)))).toEqual([])
  })
})

const test = testAppForFile()
const folder = folderForFile()
beforeAll(async () => {
  await keepSealed(test, folder)
  const [pdf, json] = await Promise.all(
    ['record.pdf', 'record.json'].map((name) => readFile(join(folder, name))),
  )
  await writeFile(join(folder, 'longer.pdf'), `${pdf?.toString('latin1')} `, 'latin1')
  await writeFile(join(folder, 'cut.json'), json?.subarray(0, 1000) ?? '')
  await writeFile(join(folder, 'empty.json'), '{}')
})

/** Pieces of English sentences. */
const english = said.flatMap((text) => text.split(/\{\d\}/)).filter((piece) => /\w+ \w+/.test(piece))
const isolated = /\u2068[^\u2068\u2069]*\u2069/g

it.each(tags)(
  'it speaks %s alone, of a good record, a damaged one and a wrong command (RECORD-84)',
  async (tag) => {
    const words = readWords(tag)
    const run = (...args: string[]) => checkRecord(folder, ...args, '--language', tag)
    const pinned = ['--certificate', 'seal.pem']
    const outcomes = [
      await run('record.pdf', 'record.json', ...pinned),
      await run('record.pdf', 'record.json', '--any-certificate'),
      await run('longer.pdf', 'record.json', ...pinned),
      await run('record.pdf', 'cut.json', ...pinned),
      await run('record.pdf', 'empty.json', ...pinned),
      await run('missing.pdf', 'record.json', ...pinned),
      await run('record.pdf', 'record.json', '--sure'),
    ]
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 3, 1, 1, 1, 1, 2])
    const output = outcomes.map((each) => each.output).join('')
    expect(outcomes[0]?.output.trim().split('\n').at(-1)).toBe(words['Everything that was checked holds.'])
    for (const text of ['ok', 'BAD', 'NOTE']) expect(output).toMatch(new RegExp(`^${words[text]} `, 'm'))
    expect(english.filter((piece) => output.includes(piece))).toEqual([])
    if (tag === 'ar') {
      // What remains in Latin letters beside isolated values is the names of formats.
      const latin = output
        .replaceAll(isolated, '')
        .replaceAll(isolated, '')
        .match(/[A-Za-z]+/g)
      expect([...new Set(latin)].sort()).toEqual(['JSON', 'PAdES', 'PDF'])
    }
  },
)

it('it speaks the language of the environment, or else English, and refuses one that it doesn’t know (RECORD-84)', async () => {
  const lastLine = async (locale: Record<string, string>, ...more: string[]) =>
    (
      await checkRecordAs(locale, folder, 'record.pdf', 'record.json', '--certificate', 'seal.pem', ...more)
    ).output
      .trim()
      .split('\n')
      .at(-1)
  const holds = 'Everything that was checked holds.'
  const german = readWords('de')[holds]
  expect(await lastLine({ LANG: 'de_DE.UTF-8' })).toBe(german)
  expect(await lastLine({ LANG: 'ar', LC_MESSAGES: 'de' })).toBe(german)
  expect(await lastLine({ LANG: 'de', LC_ALL: 'C.UTF-8' })).toBe(holds)
  expect(await lastLine({ LANG: 'xx_YY' })).toBe(holds)
  expect(await lastLine({ LANG: 'ar' }, '--language', 'de')).toBe(german)
  expect(await lastLine({ LANG: 'de' }, '--language', 'en')).toBe(holds)
  for (const tag of ['xx', 'DE', 'constructor', '']) {
    const { exitCode, output } = await checkRecord(folder, 'record.pdf', 'record.json', '--language', tag)
    expect([exitCode, output]).toEqual([
      2,
      expect.stringContaining(`--language en|${tags.sort().join('|')}]`),
    ])
  }
})
