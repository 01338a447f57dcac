import { expect, it } from 'vitest'
import { makeCorrectedToast } from './pending-request.tsx'

it.each([
  ['queued', 'We are mailing the link to the corrected address.'],
  [
    'unconfirmed',
    'We have not mailed the link, because your own email address is not confirmed yet: please share it yourself.',
  ],
  [
    'limited',
    'We have not mailed the link, because this address gets no more invitations for a while: please share it yourself.',
  ],
] as const)('a corrected address is said to be mailed only if it is: %s', (invitation, description) => {
  expect(makeCorrectedToast({ invitation })).toEqual({
    kind: 'success',
    title: 'Address corrected',
    description,
  })
})

it('the same address again is said to change nothing', () => {
  expect(makeCorrectedToast({ invitation: null })).toEqual({
    kind: 'success',
    title: 'It is the same address as before, so nothing was changed.',
  })
})
