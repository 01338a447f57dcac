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
] as const)('reports mailing to a corrected address only if it was queued: %s', (invitation, description) => {
  expect(makeCorrectedToast({ invitation })).toEqual({
    kind: 'success',
    title: 'Address corrected',
    description,
  })
})

it('reports an unchanged address as no change', () => {
  expect(makeCorrectedToast({ invitation: null })).toEqual({
    kind: 'success',
    title: 'It’s the same address as before. Nothing has changed.',
  })
})
