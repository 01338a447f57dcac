import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { verifyTrails } from '../audit/index.ts'
import type { Settings } from '../platform/platform.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** One new installation for all tests of a file or of a `describe`. */
export function testAppForFile(settings?: Partial<Settings>): TestApp {
  const test = {} as TestApp
  beforeAll(async () => {
    Object.assign(test, await createTestApp(settings))
  })
  afterAll(() => test.close())
  return test
}

/** A new installation for each test. */
export function testAppForEach(settings?: Partial<Settings>): TestApp {
  const test = {} as TestApp
  beforeEach(async () => {
    Object.assign(test, await createTestApp(settings))
  })
  afterEach(() => test.close())
  return test
}

/** Fails unless the trail of every verification is whole. */
export async function expectSoundTrails(test: TestApp): Promise<void> {
  expect((await verifyTrails(test.database)).firstBad).toBeNull()
}
