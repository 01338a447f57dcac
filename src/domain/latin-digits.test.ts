import { expect, it } from 'vitest'
import { toLatinDigits } from './typed-text.ts'

it.each([
  ['0123456789', '0123456789'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
  ['０１２３＋（４）', '0123+(4)'],
  ['𞥐𞥑𞥒𞥙', '0129'],
  ['twenty', 'twenty'],
])('reads %s as %s', (text, read) => {
  expect(toLatinDigits(text)).toBe(read)
})
