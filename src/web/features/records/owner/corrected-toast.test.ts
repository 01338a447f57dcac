import { expect, it } from 'vitest'
import { makeCorrectedToast } from './pending-request.tsx'

it.each([
  ['queued', 'We’re emailing the link to the corrected address.'],
  ['unconfirmed', 'Your own address isn’t confirmed yet, so please share the link yourself.'],
  ['limited', 'This address has had enough invitations for now, so please share the link yourself.'],
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
    title: 'It’s the same address as before.',
  })
})
