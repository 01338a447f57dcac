import { describe, expect, it } from 'vitest'
import { pickLanguage } from './language.ts'

describe('the language for a reader (WORDS-21)', () => {
  it.each([
    ['their choice before the browser’s', 'ar', 'de', 'ar'],
    ['the browser’s, without a choice', undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['the one with the highest weight', undefined, 'en;q=0.2, ar-EG;q=0.7, de;q=0.5', 'ar'],
    ['the first of equal weight', undefined, 'ar, de', 'ar'],
    ['a later one, where there is no catalogue for the first', undefined, 'tlh, de;q=0.3', 'de'],
    ['never one with weight 0', undefined, 'de;q=0', 'en'],
    ['never one with a weight that is no number', undefined, 'de;q=x', 'en'],
    ['English, where none is known', undefined, 'tlh', 'en'],
    ['English, without a header', undefined, undefined, 'en'],
    ['the browser’s, for a choice that does not exist', 'xx', 'de', 'de'],
    ['the browser’s, for a choice that every object has', 'constructor', 'de', 'de'],
    ['English, for a header that names what every object has', undefined, 'constructor', 'en'],
    ['Portuguese of Brazil, also for Portugal', undefined, 'pt-PT', 'pt'],
    ['in any case of letters', undefined, 'DE-de', 'de'],
  ])('is %s', (_, chosen, accepted, expected) => {
    expect(pickLanguage(chosen, accepted)).toBe(expected)
  })

  it('is found in a long header in a moment', () => {
    expect(pickLanguage(undefined, [...Array(8).fill(`${'x-'.repeat(4000)};q=0.1`), 'de'].join())).toBe('de')
  })
})
