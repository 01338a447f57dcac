import { expect, it } from 'vitest'
import { newPasswordFaults } from './new-password.ts'

it('names every fault at once, in the specified order (PASSWORD-2)', () => {
  expect(newPasswordFaults('')).toEqual([
    'Password must be at least 8 characters',
    'Password must contain at least one uppercase letter',
    'Password must contain at least one lowercase letter',
    'Password must contain at least one number',
  ])
})
it('finds nothing wrong with eight characters of each kind, in any alphabet', () => {
  expect(newPasswordFaults('Harbour1')).toEqual([])
  expect(newPasswordFaults('Żółwik12')).toEqual([])
})
it('names only what is missing', () => {
  expect(newPasswordFaults('harbour1')).toEqual(['Password must contain at least one uppercase letter'])
})
