import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { verifyTrails } from '../audit/index.ts'
import type { Settings } from '../platform/platform.ts'
import { type AuthCaller, createAuthCaller } from './auth-caller.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** What `open` opens, once for all tests of a file or of a `describe`, and closed behind them. */
export function openForFile<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened
  beforeAll(async () => {
    Object.assign(opened, await open())
  })
  afterAll(() => opened.close())
  return opened
}

/** One new installation for all tests of a file or of a `describe`. */
export function testAppForFile(settings?: Partial<Settings>): TestApp {
  return openForFile(() => createTestApp(settings))
}

/** The same; at the end of the file the trail of every verification in it must be whole. */
export function soundAppForFile(settings?: Partial<Settings>): TestApp {
  const test = testAppForFile(settings)
  afterAll(() => expectSoundTrails(test))
  return test
}

/** A new installation for all tests, and who speaks to its auth service. */
export function authForFile(): { test: TestApp; auth: AuthCaller } {
  const test = testAppForFile()
  return { test, auth: createAuthCaller(test) }
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
