import { expect, it } from 'vitest'
import { linkInAddress } from './link-in-address.ts'

it('finds a mailed link behind the #', () => {
  const hash = '#token=abc&type=signup&redirect_to=http%3A%2F%2Flocalhost%3A3000%2Fdashboard'
  expect(linkInAddress(hash)).toEqual({
    token: 'abc',
    type: 'signup',
    redirectTo: 'http://localhost:3000/dashboard',
  })
  expect(linkInAddress('#token=abc&type=magiclink')?.redirectTo).toBeNull()
})

it.each(['', '#', '#token=abc', '#type=signup', '#access_token=abc&type=signup', '#token=&type=signup'])(
  'finds none in %j',
  (hash) => {
    expect(linkInAddress(hash)).toBeNull()
  },
)
