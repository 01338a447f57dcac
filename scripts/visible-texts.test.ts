import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from './lib/project.mjs'
import { listSentences, listVisibleTexts } from './lib/visible-texts.mjs'

/** What is read by people and stands in no catalogue, each with why. */
const exceptions: [files: RegExp, why: string][] = [
  [
    /^src\/domain\/verification\/consent-text\.ts$/,
    'a version of the text that people sign is never changed',
  ],
  [/^src\/domain\/verification\/consent-summary\.ts$/, 'quotes the consent text, to be compared with it'],
  [
    /^src\/server\/records\/seal\//,
    'the words of a sealed record belong to its format: docs/record-format.md',
  ],
  [/^src\/server\/records\/pack\//, 'goes with sealed records, to whoever has to judge them'],
  [
    /^src\/web\/features\/legal\/(about|privacy|terms)-/,
    'whole documents, which lawyers write for each country',
  ],
  [/^src\/server\/accounts\//, 'messages of the auth protocol, which clients compare: auth-error.ts'],
  [/^src\/(contract|server\/api-description)\//, 'the description of the API, for programmers'],
  [/^src\/server\/verifications\/third-party-form\.ts$/, 'tells a program how to name its file'],
  [/^src\/server\/verifications\/list-verifications\.ts$/, 'tells a program that its cursor is none'],
  [/^src\/web\/features\/log\/log\.tsx$/, 'a command that is typed as it stands'],
]

const sources = readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|^src\/words\//.test(file))

/** The rules answer codes. */
const speechless = /^src\/domain\//

const found = sources.flatMap((file) => {
  const source = readFileSync(inProject(file), 'utf8')
  const texts = speechless.test(file) ? listSentences(file, source) : listVisibleTexts(file, source)
  return texts.map(({ line, text }) => ({ file, line, text }))
})

it('has every text that people read in a catalogue of src/words (WORDS-1)', () => {
  const outside = found.filter(({ file }) => !exceptions.some(([files]) => files.test(file)))
  expect(outside.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

it.each(exceptions)('excepts %s only while something is there to be excepted', (files) => {
  expect(found.some(({ file }) => files.test(file))).toBe(true)
})

describe('a text outside the catalogues is noticed', () => {
  const cases: [where: string, source: string][] = [
    ['between tags', '<p>Hello</p>'],
    ['between tags, in braces', "<p>{isDone ? 'All done' : null}</p>"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that is looked at.
    ['in a template between tags', '<p>{`Hello ${name}`}</p>'],
    ['in a label', '<input aria-label="name" />'],
    ['in an alternative of a label', "<img alt={isOwn ? 'Your photo' : theirs} />"],
    ['as the title of a toast', "showToast({ kind: 'error', title: 'It failed' })"],
    ['as a problem', "const problem = { status: 404, title: 'Not found', detail: words.none }"],
    [
      'as a paragraph of a mail',
      "const mail = { subject: words.subject, paragraphs: ['It is over.', words.rest] }",
    ],
    ['as the message of a check', "z.string().refine(isPlainText, { message: 'Please try again' })"],
    ['as the error of a check', "z.string().refine(isPlainText, { error: () => 'Please try again' })"],
    ['as the description of a page', "const meta = { name: 'description', content: 'Log in to see it.' }"],
    ['as the message of a check, by itself', "z.string().min(1, 'Please enter it')"],
  ]
  it.each(cases)('%s (WORDS-1)', (_, source) => {
    expect(listVisibleTexts('page.tsx', source)).toHaveLength(1)
  })

  it('wherever it stands in a rule (WORDS-1)', () => {
    const source = "const faults = { short: 'Please say more' }\nif (!day) throw new Error('There is no day')"
    expect(listSentences('rule.ts', source)).toEqual([{ line: 1, text: "'Please say more'" }])
  })

  it('but neither codes nor classes nor addresses', () => {
    const source = `<a className="big box" href="/login" title={words.title} data-kind="Own thing">{words.text} {'·'}</a>`
    expect(listVisibleTexts('page.tsx', source)).toEqual([])
    expect(listVisibleTexts('code.ts', "const fault = { title: 'step_photo', label: 'start' }")).toEqual([])
  })
})
