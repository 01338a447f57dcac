import { expect, it } from 'vitest'
import { linkInAddress, ownPath } from './link-in-address.ts'

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

it('goes on to a page of ours only', () => {
  const origin = 'https://assent.example'
  expect(ownPath('https://assent.example/history?type=age#x', origin)).toBe('/history?type=age')
  for (const other of [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'http://assent.example/',
  ])
    expect(ownPath(other, origin)).toBeNull()
})
