import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inProject } from './lib/project.mjs'
import { exportWords, importWords } from './lib/words-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'words-'))
})
afterEach(() => rm(folder, { recursive: true }))

const takeIn = (file: string) => importWords('de', join(folder, file))
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [inProject('scripts/words.ts'), ...args])

const isWhole = async (file: string) => {
  const subjects = Object.values(JSON.parse(await readFile(join(folder, file), 'utf8')) as object)
  return subjects.length > 60 && subjects.flatMap((texts) => Object.values(texts)).length > 2000
}

describe('the file for a translator (WORDS-23)', () => {
  it('has only what needs a translation, or every text, and is taken back', async () => {
    expect(await exportWords('de', join(folder, 'open.json'), false)).toBe(0)
    const all = ['--language', 'de', '--file', join(folder, 'all.json')]
    await run('export', ...all, '--all')
    expect(await isWhole('all.json')).toBe(true)
    expect((await run('import', ...all)).stdout).toBe('Taken. 0 texts still need a translation.\n')
  })

  it('is refused as a whole, with the place of each fault', async () => {
    const given = {
      gate: {
        reference: { en: 'Reference {reference}', de: 'Kennung' },
        email: { en: 'Your mail', de: 'E-Mail' },
        nothing: { en: 'x', de: 'y' },
      },
      gat: {},
      'check-record': { 'usage: {0}': { en: 'usage: {0}', de: 'Aufruf' } },
    }
    await writeFile(join(folder, 'wrong.json'), JSON.stringify(given))
    await expect(takeIn('wrong.json')).rejects.toThrow(
      /^Nothing was taken:\ngat: there is no such subject\ngate: nothing: unused\ngate: reference: other places than the English text\ngate: email: the English text has changed\ncheck-record: usage: \{0\}: other places than the English text$/,
    )
  })

  it.each<[string, string, RegExp]>([
    ['is cut off', '{"gate": {', /wrong\.json is not JSON\.$/],
    ['has no subjects', 'null', /wrong\.json has no subjects/],
    ['has a list of subjects', '[{}]', /wrong\.json has no subjects/],
    ['has a text without its English', '{"gate":{"email":"E-Mail"}}', /^Nothing was taken:\ngate: email: /],
    ['has no text', '{"gate":{"email":null}}', /^Nothing was taken:\ngate: email: /],
    [
      'has a number for a text',
      '{"gate":{"email":{"en":"Your email","de":5}}}',
      /^Nothing was taken:\ngate: email: /,
    ],
    ['has no texts', '{"gate":null}', /^Nothing was taken:\ngate: /],
  ])('is refused in a sentence where it %s', async (_, text, said) => {
    await writeFile(join(folder, 'wrong.json'), text)
    await expect(takeIn('wrong.json')).rejects.toThrow(said)
  })

  it('may begin with a byte order mark, as some editors write it', async () => {
    await writeFile(join(folder, 'marked.json'), '\ufeff{"gate":{}}')
    expect(await takeIn('marked.json')).toBe(0)
  })

  it('is refused in a sentence where it is missing', async () => {
    await expect(
      run('import', '--language', 'de', '--file', join(folder, 'nowhere.json')),
    ).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/nowhere\.json can’t be read\.\n$/),
    })
  })

  it.each([['xx'], ['en'], ['constructor']])('is not written for the language %s', async (tag) => {
    const asked = run('export', '--language', tag)
    await expect(asked).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('usage') })
  })
})
