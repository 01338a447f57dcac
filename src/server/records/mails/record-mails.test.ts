import { expect, it } from 'vitest'
import { withdrawalMail } from './record-mails.ts'

it('tells the third party that earlier links have ended, and the creator, who never had one, to log in (MAIL-17)', () => {
  const said = (party: 'creator' | 'third_party') =>
    withdrawalMail('https://assent.example/x', party).paragraphs.join(' ')
  expect(said('third_party')).toContain('Links to the record that were mailed to you earlier have ended')
  expect(said('creator')).not.toContain('link')
  expect(said('creator')).toContain('Log in to open it.')
})
