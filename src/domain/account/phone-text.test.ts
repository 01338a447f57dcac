import { expect, it } from 'vitest'
import { isPhoneText, joinPhone } from './phone.ts'

it.each([
  '07700 900123',
  '+44 7700 900123',
  '+44 (0)7700-900.123',
  '(212) 555-0123',
  '212.555.0123 ext. 12',
  '212 555 0123 x12',
  '212 555 0123 #12',
  '+12125550123;ext=12',
  '030/1234567',
  '030 – 1234567',
  '٠٥٠١٢٣٤٥٦٧',
  '０９０－１２３４－５６７８',
  '12345',
  '12 34',
  '123456789012345',
])('accepts %s (SIGNUP-17)', (text) => {
  expect(isPhoneText(text)).toBe(true)
})

it.each([
  '1234',
  '',
  '     ',
  '(((((',
  'call me',
  '+44 7700 900 call',
  '1234567890123456',
  '++44 7700',
  '0770+0900123',
  '12345 ext',
  '12345\0',
])('refuses %j (SIGNUP-4)', (text) => {
  expect(isPhoneText(text)).toBe(false)
})

it.each([
  ['+44', '07700 900123', '+4407700 900123'],
  ['+1', '+44 7700 900123', '+44 7700 900123'],
  ['+44', '0044 7700 900123', '+44 7700 900123'],
  ['+966', '٠٥٠١٢٣٤٥٦٧', '+9660501234567'],
])('joins %s and %s (SIGNUP-8)', (code, typed, joined) => {
  expect(joinPhone(code, typed)).toBe(joined)
})
