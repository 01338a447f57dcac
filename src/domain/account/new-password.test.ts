import { expect, it } from 'vitest'
import { listNewPasswordFaults } from './limits.ts'

it('names every fault at once, in the specified order (PASSWORD-2)', () => {
  expect(listNewPasswordFaults('')).toEqual([
    'newPasswordLength',
    'newPasswordUppercase',
    'newPasswordLowercase',
    'newPasswordNumber',
  ])
})
it('finds nothing wrong with eight characters of each kind, in any alphabet', () => {
  expect(listNewPasswordFaults('Harbour1')).toEqual([])
  expect(listNewPasswordFaults('Żółwik12')).toEqual([])
})
it('names only what is missing', () => {
  expect(listNewPasswordFaults('harbour1')).toEqual(['newPasswordUppercase'])
})
