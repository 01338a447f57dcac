import { expect, it } from 'vitest'
import { makeCorrectedToast } from './pending-request.tsx'

it.each([
  ['queued', 'We’re emailing the link to the corrected address.'],
  [
    'unconfirmed',
    'We haven’t emailed the link, because your own address isn’t confirmed yet. Please share it yourself.',
  ],
  [
    'limited',
    'We haven’t emailed the link, because this address has had enough invitations for now. Please share it yourself.',
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
    title: 'It’s the same address as before. Nothing has changed.',
  })
})
