import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { languages, languageTags } from '../domain/language.ts'
import { readTranslations } from '../server/platform/language/read-translations.ts'
import { englishCatalogues } from './testing/mirrored.ts'
import { findFaults, suggestTranslation, translate } from './translations.ts'

const english = {
  title: 'Your records',
  greeting: 'Hello, {name}.',
  count: '{count, plural, =0 {No record} one {1 record} other {# records of {name}}}',
  who: { he: '{who, select, creator {You} other {They}}' },
  list: ['One', 'Two'],
}
const german = {
  title: { en: english.title, text: 'Ihre Protokolle' },
  greeting: { en: english.greeting, text: 'Guten Tag, {name}.' },
  count: { en: english.count, text: '{count, plural, one {1 von {name}} other {# von {name}}}' },
  'who.he': { en: english.who.he, text: '{who, select, creator {Sie} other {Die Person}}' },
  'list.0': { en: 'One', text: 'Eins' },
  'list.1': { en: 'Two', text: 'Zwei' },
}

describe('the translations of a catalogue (WORDS-22)', () => {
  it('have the shape of the English texts', () => {
    expect(translate(english, german)).toMatchObject({
      title: 'Ihre Protokolle',
      who: { he: german['who.he'].text },
      list: ['Eins', 'Zwei'],
    })
    expect(findFaults(english, german, 'de')).toEqual([])
  })

  it('follow a text that moves within a list, and begin with the earlier translation of a changed one (WORDS-23)', () => {
    const before = {
      'list.0': { en: 'One', text: 'Eins' },
      'list.1': { en: 'Two', text: 'Zwei' },
      other: { en: 'A mail', text: 'Eine E-Mail' },
    }
    const now = { list: ['One', 'New', 'Two'], other: 'An email' }
    const suggest = (place: string) => suggestTranslation(now, before, place)
    expect(['list.0', 'list.1', 'list.2', 'other'].map(suggest)).toEqual(['Eins', '', 'Zwei', 'Eine E-Mail'])
  })

  it('leave a text English where it has none', () => {
    expect(translate(english, { title: german.title })).toEqual({ ...english, title: 'Ihre Protokolle' })
  })

  it.each([
    ['missing', 'title', undefined],
    ['missing', 'title', { en: english.title, text: '' }],
    ['missing', 'title', { en: english.title, text: ' \n' }],
    ['unused', 'subtitle', { en: 'x', text: 'y' }],
    ['the English text has changed', 'title', { en: 'Your record', text: 'Ihr Protokoll' }],
    ['other places than the English text', 'greeting', { en: english.greeting, text: 'Guten Tag.' }],
    ['other places than the English text', 'greeting', { en: english.greeting, text: 'Guten Tag, {nmae}.' }],
    ['other places than the English text', 'title', { en: english.title, text: 'Ihre {name}' }],
    [
      'other places than the English text',
      'who.he',
      { en: english.who.he, text: '{who, select, other {x}}' },
    ],
    ['a character that no text may have', 'title', { en: english.title, text: 'Ihre \u202eProtokolle' }],
    ['a character that no text may have', 'title', { en: english.title, text: 'Ihre B\ufffdcher' }],
    ['not a valid message', 'greeting', { en: english.greeting, text: 'Guten Tag, {name.' }],
    [
      'a form of counting is missing',
      'count',
      { en: english.count, text: '{count, plural, other {# von {name}}}' },
    ],
  ])('are refused: %s', (fault, place, translation) => {
    const { [place]: _, ...others } = german as Record<string, { en: string; text: string }>
    const given = translation ? { ...others, [place]: translation } : others
    expect(findFaults(english, given, 'de')).toEqual([{ place, fault }])
  })

  it('have all forms of counting of their own language', () => {
    expect(findFaults(english, german, 'ar')).toEqual([
      { place: 'count', fault: 'a form of counting is missing' },
    ])
  })
})

const others = languageTags.filter((tag) => tag !== 'en')

describe.each(others)('the language %s', (tag) => {
  it('has every text, translated from today’s English (WORDS-22)', async () => {
    const translations = readTranslations(tag)
    const faults = Object.entries(await englishCatalogues()).flatMap(([subject, catalogue]) =>
      findFaults(catalogue, translations[subject] ?? {}, languages[tag].locale).map(
        ({ place, fault }) => `${subject}: ${place}: ${fault}`,
      ),
    )
    expect(faults, `to translate these: npm run words:export -- --language ${tag}`).toEqual([])
  })

  it('has no file without an English catalogue, besides its glossary', async () => {
    const folder = fileURLToPath(new URL(tag, import.meta.url))
    const known = [
      ...Object.keys(await englishCatalogues()).map((subject) => `${subject}.json`),
      'glossary.md',
    ]
    expect(readdirSync(folder).filter((name) => !known.includes(name))).toEqual([])
  })
})
