import { afterEach, beforeEach, expect, vi } from 'vitest'

// The product logs through its logger; only libraries use console.error, to report a mistake in the product.
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
