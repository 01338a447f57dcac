import { expect, it } from 'vitest'
import { whyNot } from './packages.ts'

it('names the packages that are missing and the command that brings them (CLUSTER-2)', () => {
  expect(whyNot(() => true)).toBeNull()
  expect(whyNot((file) => file !== '/usr/bin/patroni')).toBe(
    'A cluster needs packages of Debian 12 that are missing here: patroni. As root: apt-get install --no-install-recommends patroni',
  )
})
