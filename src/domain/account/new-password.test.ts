import { expect, it } from 'vitest'
import { listNewPasswordFaults } from './limits.ts'

it('lists every fault at once, in the specified order (PASSWORD-2)', () => {
  expect(listNewPasswordFaults('')).toEqual([
    'newPasswordLength',
    'newPasswordUppercase',
    'newPasswordLowercase',
    'newPasswordNumber',
  ])
})
it('accepts eight characters that cover every class, in any alphabet', () => {
  expect(listNewPasswordFaults('Harbour1')).toEqual([])
  expect(listNewPasswordFaults('Żółwik12')).toEqual([])
})
it('lists only the faults that apply', () => {
  expect(listNewPasswordFaults('harbour1')).toEqual(['newPasswordUppercase'])
})
