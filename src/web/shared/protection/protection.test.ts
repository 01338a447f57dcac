import { describe, expect, it } from 'vitest'
import { isBlockedKey, type KeyPress } from './content-protection.tsx'
import { isHiddenInPrint, isProtectedPath } from './protection-state.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
})
const ctrl = { ctrlKey: true }
const ctrlShift = { ctrlKey: true, shiftKey: true }
const metaShift = { metaKey: true, shiftKey: true }

describe('content protection', () => {
  it.each(['/verify/1', '/consent-form/1', '/person-verification-view/1', '/records/1', '/legal-consult'])(
    'is on at %s (PROTECT-1)',
    (path) => {
      expect(isProtectedPath(path)).toBe(true)
    },
  )

  it.each(['/', '/dashboard', '/history', '/my-data', '/age-confirmation', '/person-verification'])(
    'is off at %s (PROTECT-1)',
    (path) => {
      expect(isProtectedPath(path)).toBe(false)
    },
  )

  it('hides only the legal page in print (PROTECT-5)', () => {
    expect(isHiddenInPrint('/legal-consult')).toBe(true)
    expect(isHiddenInPrint('/consent-form/1')).toBe(false)
  })

  it.each([
    press('PrintScreen'),
    press('F12'),
    press('I', ctrlShift),
    press('j', ctrlShift),
    press('C', ctrlShift),
    press('u', ctrl),
    press('S', ctrl),
    press('p', ctrl),
    press('3', metaShift),
    press('4', metaShift),
    press('5', metaShift),
    press('#', { ...metaShift, code: 'Digit3' }),
  ])('blocks %o (PROTECT-2)', (key) => {
    expect(isBlockedKey(key)).toBe(true)
  })

  it.each([
    press('i'),
    press('c', ctrl),
    press('v', ctrl),
    press('a', ctrl),
    press('r', ctrl),
    press('s', { metaKey: true }),
    press('3', { shiftKey: true }),
    press('Tab'),
    press('Enter'),
    press('+', ctrl),
  ])('leaves %o alone (PROTECT-2)', (key) => {
    expect(isBlockedKey(key)).toBe(false)
  })
})
