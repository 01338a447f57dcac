import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { askedPath, mailedAddress, requestedPath } from './requested-path.ts'

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://assent.example' } })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it('remembers the path that was asked for, with its query (PAGE-3)', () => {
  expect(requestedPath({ from: '/history?type=age' })).toBe('/history?type=age')
})

it('finds it in the address of a mailed link too, which it carries whole (PAGE-17)', () => {
  const link = new URL(mailedAddress('/reset-password', '/history?type=age&page=2'))
  expect(link.pathname).toBe('/reset-password')
  expect(askedPath(null, link.search)).toBe('/history?type=age&page=2')
  expect(mailedAddress('/reset-password', null)).toBe('https://assent.example/reset-password')
})

it.each([null, undefined, 'x', {}, { from: 3 }, { from: '' }])(
  'goes to the dashboard for %o (PAGE-4)',
  (state) => {
    expect(requestedPath(state)).toBe('/dashboard')
    expect(askedPath(state)).toBeNull()
  },
)

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%2F%2Fevil.example',
])('never leaves for %s (PAGE-4)', (from) => {
  expect(requestedPath({ from })).toBe('/dashboard')
  expect(requestedPath(null, `?next=${encodeURIComponent(from)}`)).toBe('/dashboard')
})
