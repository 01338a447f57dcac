import { expect, it } from 'vitest'
import { findReasonNotToRun } from './packages.ts'

it('names the packages that are missing and the command that brings them (CLUSTER-2)', () => {
  expect(findReasonNotToRun(() => true)).toBeNull()
  expect(findReasonNotToRun((file) => file !== '/usr/bin/patroni')).toBe(
    'A cluster needs packages of Debian 12 that are missing here: patroni. As root: apt-get install --no-install-recommends patroni',
  )
})
