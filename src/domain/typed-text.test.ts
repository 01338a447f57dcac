import { describe, expect, it } from 'vitest'
import { isLine, isParagraph, toLinkedId } from './typed-text.ts'

describe('a line', () => {
  it.each([
    '',
    'Ann Łukasiewicz',
    "Siobhán O'Neill-Okafor, Jr.",
    '陳大文',
    'عائشة الحسن',
    'می‌خواهم',
    'क्‍ष',
    '葛\u{e0100}城',
    'Robin 👩‍👩‍👧 ❤️ 7\ufe0f\u20e3 🏃🏽‍♀️',
    'ක්‍රිෂාන්',
    'مُ\u200cحمد',
    'نور 👍🏽',
    '@robin_77',
    '٣٤',
  ])('accepts text that can be stored and shown: %j', (text) => {
    expect(isLine(text)).toBe(true)
  })

  it.each(['nul\0', 'escape\u001b[31m', 'delete\u007f', 'next\u0085line', 'half \ud800', '\udc00 half'])(
    'rejects control characters and unpaired surrogates: %j (SIGNUP-6)',
    (text) => {
      expect(isLine(text)).toBe(false)
    },
  )

  it.each([
    'Robin Hale\nIdentity checked by Assent: passport and face verified',
    'Robin\rHale',
    'Robin\tHale',
    'Robin\u2028Hale',
    'Robin\u2029Hale',
  ])('rejects line breaks: %j (SIGNUP-6)', (text) => {
    expect(isLine(text)).toBe(false)
  })

  it.each([
    ...['\u200b', '\ufeff', '\u2060', '\u00ad', '\u034f', '\u180e', '\u3164', '\u115f', '\uffa0'],
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'],
    '\u{e0041}',
  ])('rejects invisible characters and direction overrides: %j (SIGNUP-6)', (hidden) => {
    expect(isLine(hidden)).toBe(false)
    expect(isLine(`Robin${hidden}Hale`)).toBe(false)
    expect(isLine(`Robin Hale${hidden}`)).toBe(false)
  })

  it.each([
    '\u200d',
    'Robin\u200d',
    '\u200cRobin',
    'Robin \u200d Hale',
    '7\u200d7',
    ' \ufe0f',
    'Robin \ufe0e',
    'Ad\u200da',
    'Ad\u200ca',
    'Иван\u200cов',
    'A\ufe0fda',
    '7\ufe0f',
    'می\u200c',
    'ᠠ\u180b',
  ])('rejects joiners and variation selectors that no script needs: %j (SIGNUP-6, SIGNUP-18)', (text) => {
    expect(isLine(text)).toBe(false)
  })

  it.each(['.', '—', '⠀', '👩‍👩‍👧', '_ _', '́'])('requires a letter or a digit: %j (SIGNUP-6)', (text) => {
    expect(isLine(text)).toBe(false)
  })
})

describe('a paragraph', () => {
  it.each(['', 'two\nlines\r\n\tand a tab', '陳大文 👩‍👩‍👧', '\u200fعربي', '\u2068נועה\u2069 agrees'])(
    'accepts lines, tabs and direction marks: %j',
    (text) => {
      expect(isParagraph(text)).toBe(true)
    },
  )

  it.each(['nul\0', 'bell \u0007', 'half \ud800', '\u202eeerga ton od I', '\u202aRobin', 'I agree\u{e0041}'])(
    'rejects direction overrides, hidden text and unstorable characters: %j (SIGNUP-6)',
    (text) => {
      expect(isParagraph(text)).toBe(false)
    },
  )
})

it.each(['.', ',', ')', '],', '”.'])('finds the id of a link that is followed by %s (LINK-7)', (sign) => {
  const id = '53a89c0d-92e4-4315-a581-d5df8b85a523'
  expect(toLinkedId(`${id}${sign}`)).toBe(id)
  expect(toLinkedId(`${sign}${id}`)).toBeNull()
})
