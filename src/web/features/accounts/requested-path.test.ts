import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { chooseRequestedPath, findAskedPath, writeMailedAddress } from './requested-path.ts'

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://assent.example' } })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it('remembers the requested path, with its query (PAGE-3)', () => {
  expect(chooseRequestedPath({ from: '/history?type=age' })).toBe('/history?type=age')
})

it('finds the path in the address of a mailed link, where it is unabridged (PAGE-17)', () => {
  const link = new URL(writeMailedAddress('/reset-password', '/history?type=age&page=2'))
  expect(link.pathname).toBe('/reset-password')
  expect(findAskedPath(null, link.search)).toBe('/history?type=age&page=2')
  expect(writeMailedAddress('/reset-password', null)).toBe('https://assent.example/reset-password')
})

it.each([null, undefined, 'x', {}, { from: 3 }, { from: '' }])(
  'returns the dashboard for %o (PAGE-4)',
  (state) => {
    expect(chooseRequestedPath(state)).toBe('/dashboard')
    expect(findAskedPath(state)).toBeNull()
  },
)

it.each(['//evil.example', '/%2F%2Fevil.example'])('never leaves the site for %s (PAGE-4)', (from) => {
  expect(chooseRequestedPath({ from })).toBe('/dashboard')
  expect(chooseRequestedPath(null, `?next=${encodeURIComponent(from)}`)).toBe('/dashboard')
})
