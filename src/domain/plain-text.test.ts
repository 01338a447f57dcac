import { expect, it } from 'vitest'
import { isPlainText } from './plain-text.ts'

it.each(['', 'Ann Łukasiewicz', 'two\nlines\r\n\tand a tab', '陳大文 👩‍👩‍👧', '\u200fعربي'])(
  'takes what can be stored and shown: %j',
  (text) => {
    expect(isPlainText(text)).toBe(true)
  },
)

it.each(['nul\0', 'escape\u001b[31m', 'delete\u007f', 'next\u0085line', 'half \ud800', '\udc00 half'])(
  'refuses %j (SIGNUP-6)',
  (text) => {
    expect(isPlainText(text)).toBe(false)
  },
)
