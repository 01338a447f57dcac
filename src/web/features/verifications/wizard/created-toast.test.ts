import { expect, it } from 'vitest'
import { makeCreatedToast } from './use-creation.ts'

it("shows 'Verification link created' and asks the person to share it (CREATE-16)", () => {
  expect(makeCreatedToast({ verificationLink: 'https://assent.example/verify/1' })).toEqual({
    kind: 'success',
    title: 'Verification link created',
    description: 'Share this link with the other person to complete verification',
    isOnPage: true,
  })
})

it("shows 'Error updating link' when there is a verification and no link (CREATE-15)", () => {
  expect(makeCreatedToast({ verificationLink: '' })).toEqual({
    kind: 'error',
    title: 'Error updating link',
    description: 'There was a problem saving your verification link',
  })
})
