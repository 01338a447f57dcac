import { beforeEach } from 'vitest'
import { registerPaying } from './parties.ts'
import { type Person, register } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A new person for each test of a file or of a `describe`, who pays for a plan if one is named. */
export function personForEach(test: TestApp, tier?: string): Person {
  const person = {} as Person
  beforeEach(async () => {
    Object.assign(person, await (tier ? registerPaying(test, tier) : register(test)))
  })
  return person
}
