import { expect, it } from 'vitest'
import { toShownPhone, toStoredPhone } from './index.ts'

it.each([
  ['+4407700 900123', '+447700900123', '+44 7700 900123'],
  ['+44 (0)7700-900.123', '+447700900123', '+44 7700 900123'],
  ['+1(212) 555-0123 ext. 12', '+12125550123;ext=12', '+1 212 555 0123 ext. 12'],
  ['+1 212 555 0123 x12', '+12125550123;ext=12', '+1 212 555 0123 ext. 12'],
  ['+966٠٥٠ ١٢٣ ٤٥٦٧', '+966501234567', '+966 50 123 4567'],
  ['+९१ ९८७६५ ४३२१०', '+919876543210', '+91 98765 43210'],
  ['+234 0803 123 4567', '+2348031234567', '+234 803 123 4567'],
  ['+39 06 698 12345', '+390669812345', '+39 06 6981 2345'],
  ['+4412345', '+4412345', '+44 12345'],
])('stores %s as %s and shows it as %s (SIGNUP-17, PERSON-9)', (text, stored, shown) => {
  expect(toStoredPhone(text)).toBe(stored)
  expect(toShownPhone(stored)).toBe(shown)
  expect(toStoredPhone(stored)).toBe(stored)
})

it.each(['07700 900123', '+999 12345678', '+44', 'unknown', ''])(
  'rejects %j, which has no valid country (SIGNUP-17)',
  (text) => {
    expect(toStoredPhone(text)).toBeNull()
  },
)

it('shows earlier stored values unchanged', () => {
  expect(toShownPhone('07700 900123')).toBe('07700 900123')
})
