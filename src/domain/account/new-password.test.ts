import { expect, it } from 'vitest'
import { newPasswordFaults } from './new-password.ts'

it('names every fault at once, in the specified order (PASSWORD-2)', () => {
  expect(newPasswordFaults('')).toEqual([
    'newPasswordLength',
    'newPasswordUppercase',
    'newPasswordLowercase',
    'newPasswordNumber',
  ])
})
it('finds nothing wrong with eight characters of each kind, in any alphabet', () => {
  expect(newPasswordFaults('Harbour1')).toEqual([])
  expect(newPasswordFaults('Żółwik12')).toEqual([])
})
it('names only what is missing', () => {
  expect(newPasswordFaults('harbour1')).toEqual(['newPasswordUppercase'])
})
