import { expect, it } from 'vitest'
import words from '../../../words/en/link.ts'
import { expectText, readPage } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { InvitationNote } from './invitation-note.tsx'

it('says to resend what was withheld before its creator confirmed their address (CREATE-27)', async () => {
  signIn()
  await renderScreen(<InvitationNote invitation={{ state: 'unconfirmed', at: null }} />)
  await expectText(words.invitation.confirmedSince)
  expect(readPage()).not.toContain('once you confirm')
})
