import { afterEach, describe, expect, it } from 'vitest'
import { writeModule } from '../../scripts/lib/compiled-words.ts'
import { dropIsolates } from './fill.ts'
import type { Catalogue } from './language.ts'
import { english } from './language.ts'
import { messages } from './messages.ts'
import { englishCatalogues, mirrored, speak } from './testing/mirrored.ts'

const texts = {
  title: 'Your records',
  greeting: 'Hello, {name}.',
  count: '{count, plural, =0 {No record} one {1 record} other {# records}}',
  groups: { first: ['One', 'Two for {name}'] },
} as const
const words = messages('texts', texts)

const polish = {
  tag: 'pl',
  direction: 'ltr',
  locale: 'pl',
  catalogues: {
    texts: {
      title: 'Twoje zapisy',
      greeting: 'Witaj, {name}.',
      count: '{count, plural, =0 {Brak zapisów} one {1 zapis} few {# zapisy} other {# zapisów}}',
      groups: { first: ['Jeden', 'Dwa dla {name}'] },
    },
  },
} as const
const arabic = {
  tag: 'ar',
  direction: 'rtl',
  locale: 'ar',
  catalogues: { texts: { ...texts, greeting: 'مرحبا {name}' } },
} as const

afterEach(() => speak(english))

describe('a message', () => {
  it('is a text, or a function of its placeholders', () => {
    expect([words.title, words.greeting({ name: 'Ana' }), words.groups.first[1]({ name: 'Ana' })]).toEqual([
      'Your records',
      'Hello, Ana.',
      'Two for Ana',
    ])
    expect(words.groups.first.map((part) => typeof part)).toEqual(['string', 'function'])
  })

  it('keeps braces that are no placeholder', () => {
    const braces = { help: "Type '{'code'}', {name}" } as const
    expect(messages('braces', braces).help({ name: 'Ana' })).toBe('Type {code}, Ana')
    expect(writeModule(braces)).toContain('choose([')
  })

  it('is a type error with a missing or misspelled placeholder', () => {
    // @ts-expect-error: the name is missing.
    words.greeting({})
    // @ts-expect-error: the name is misspelled.
    words.greeting({ nmae: 'Ana' })
    // @ts-expect-error: what is counted is a number.
    expect(() => words.count({ count: '2' })).toThrow()
  })

  it('counts by the rules of the language that is current when it is read (WORDS-2)', () => {
    const counted = () => [0, 1, 2, 5].map((count) => words.count({ count }))
    expect(counted()).toEqual(['No record', '1 record', '2 records', '5 records'])
    speak(polish)
    expect(counted()).toEqual(['Brak zapisów', '1 zapis', '2 zapisy', '5 zapisów'])
    expect([words.title, words.groups.first[0]]).toEqual(['Twoje zapisy', 'Jeden'])
  })

  it('isolates a value of the other direction from its sentence, and leaves other values unchanged (WORDS-3)', () => {
    expect(words.greeting({ name: 'محمد' })).toBe('Hello, \u2068محمد\u2069.')
    expect(words.greeting({ name: 'Łucja' })).toBe('Hello, Łucja.')
    speak(arabic)
    expect(words.greeting({ name: 'Ana' })).toBe('مرحبا \u2068Ana\u2069')
    expect(dropIsolates(words.greeting({ name: 'Ana' }))).toBe('مرحبا Ana')
  })
})

const catalogues = Object.entries(await englishCatalogues())

describe('the catalogues', () => {
  it.each(catalogues)('contains only valid messages: %s (WORDS-1)', (name, catalogue) => {
    const read = (part: unknown): unknown =>
      typeof part === 'object' && part !== null ? Object.values(part).map(read) : typeof part
    expect(JSON.stringify(read(messages<object & Catalogue>(name, catalogue)))).toMatch(/^[[\]",a-z]+$/)
    expect(writeModule(catalogue)).toContain('export default {')
  })

  it.each(catalogues)('are named after their file: %s (WORDS-2)', async (name) => {
    const { default: texts } = await import(`./en/${name}.ts`)
    speak(await mirrored())
    expect(JSON.stringify(texts)).toContain('⟪')
  })
})

/**
 * Claims that a message must not make, because they are untrue in an installation without codes, without a witness, or
 * under a court order.
 */
const untrue = [
  /only the person with/i,
  /only their email address/i,
  /address that (you|they) proved/i,
  /they confirm their email/i,
  /confirm your email (address )?again/i,
  /to (nobody|anybody) else/i,
  /unnoticed|nothing in it was changed/i,
  /on the spot/i,
  /protected against/i,
  /verification settled/i,
]

it('promise no feature that only some installations have (WORDS-4)', () => {
  const read = (part: unknown): string[] =>
    typeof part === 'string' ? [part] : Object.values(part as object).flatMap(read)
  const all = catalogues.flatMap(([, catalogue]) => read(catalogue))
  expect(all.length).toBeGreaterThan(1000)
  expect(all.filter((text) => untrue.some((pattern) => pattern.test(text)))).toEqual([])
})

describe('the texts for the browser', () => {
  const compiled = (part: Catalogue) => writeModule(part)

  it('are compiled, and load the counting code only where a text counts', () => {
    expect(compiled({ title: 'Your "own"', greeting: 'Hello, {name}.' })).toBe(
      `import { fill } from '../fill.ts'
export default {"title":"Your \\"own\\"","greeting":fill("Hello, {name}.")}`,
    )
    expect(compiled({ title: texts.title })).not.toContain('fill')
    expect(compiled({ count: texts.count })).toContain("import { choose } from '../choose.ts'")
  })
})
