import '../theme/base.css'
import '../theme/components.css'
import '../theme/global.css'
import { notifications } from '@mantine/notifications'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { cleanup, configure } from 'vitest-browser-react/pure'
import { queryClient } from '../api/verifications.ts'
import { api, flushAnswers } from './api.ts'
import { sampleConsentText } from './samples.ts'

// In strict mode every effect runs, is undone and runs again, so that a missing cleanup fails each test.
configure({ reactStrictMode: true })

// The signed-in person stays signed in for the whole file (sign-in.ts).
beforeAll(() => window.localStorage.clear())

let complaints: unknown[][] = []

beforeEach(async () => {
  // Every wizard fetches it first.
  await api.answers('GET /api/consent-text', sampleConsentText())
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    complaints.push(args)
  })
})

afterEach(async () => {
  vi.useRealTimers()
  await cleanup()
  // Requests of an unmounted page still belong to this test.
  await flushAnswers()
  notifications.clean()
  notifications.cleanQueue()
  queryClient.clear()
  window.sessionStorage.clear()
  const unscripted = await commands.resetApi()
  vi.restoreAllMocks()
  expect(complaints, 'calls of console.error').toEqual([])
  expect(unscripted, 'requests that no test expected').toEqual([])
})
