import { afterEach, beforeEach, expect, vi } from 'vitest'

// The product logs through its logger; whatever reaches console.error is a library's complaint about a mistake of ours.
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    complaints.push(args)
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(complaints, 'calls of console.error').toEqual([])
})
