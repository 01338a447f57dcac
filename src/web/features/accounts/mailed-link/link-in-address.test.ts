import { expect, it } from 'vitest'
import { findLinkInAddress } from './use-mailed-link.ts'

it('finds a mailed link behind the #', () => {
  const hash = '#token=abc&type=signup&redirect_to=http%3A%2F%2Flocalhost%3A3000%2Fdashboard'
  expect(findLinkInAddress(hash)).toEqual({
    token: 'abc',
    type: 'signup',
    redirectTo: 'http://localhost:3000/dashboard',
  })
  expect(findLinkInAddress('#token=abc&type=magiclink')?.redirectTo).toBeNull()
})

it('finds it before a full stop that was copied with it', () => {
  for (const end of ['.', ',', ').', '>'])
    expect(findLinkInAddress(`#token=abc&type=signup${end}`)?.type).toBe('signup')
})

it.each(['', '#', '#token=abc', '#type=signup', '#access_token=abc&type=signup', '#token=&type=signup'])(
  'finds none in %j',
  (hash) => {
    expect(findLinkInAddress(hash)).toBeNull()
  },
)
