import { expect, it } from 'vitest'
import { findNewPasswordFaults } from './new-password.ts'

it('names every fault at once, in the specified order (PASSWORD-2)', () => {
  expect(findNewPasswordFaults('')).toEqual([
    'newPasswordLength',
    'newPasswordUppercase',
    'newPasswordLowercase',
    'newPasswordNumber',
  ])
})
it('finds nothing wrong with eight characters of each kind, in any alphabet', () => {
  expect(findNewPasswordFaults('Harbour1')).toEqual([])
  expect(findNewPasswordFaults('Żółwik12')).toEqual([])
})
it('names only what is missing', () => {
  expect(findNewPasswordFaults('harbour1')).toEqual(['newPasswordUppercase'])
})
