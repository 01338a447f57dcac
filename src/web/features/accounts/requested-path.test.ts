import { expect, it } from 'vitest'
import { requestedPath } from './requested-path.ts'

it('remembers the path that was asked for, with its query (PAGE-3)', () => {
  expect(requestedPath({ from: '/history?type=age' })).toBe('/history?type=age')
})

it.each([null, undefined, 'x', {}, { from: 3 }, { from: '' }])(
  'goes to the dashboard for %o (PAGE-4)',
  (state) => {
    expect(requestedPath(state)).toBe('/dashboard')
  },
)

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'never leaves for %s (PAGE-4)',
  (from) => {
    expect(requestedPath({ from })).toBe('/dashboard')
  },
)
