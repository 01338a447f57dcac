import { expect, it } from 'vitest'
import { writeNewLinkMail, writeRecordReadyMail, writeWithdrawalMail } from './record-mails.ts'

it('tells the third party that earlier links have ended, and the creator to log in (MAIL-17)', () => {
  const writeTo = (party: 'creator' | 'third_party') =>
    writeWithdrawalMail('https://assent.example/x', party, null).paragraphs.join(' ')
  expect(writeTo('third_party')).toContain('Earlier links to the record no longer work. Use this one.')
  expect(writeTo('creator')).not.toContain('link')
  expect(writeTo('creator')).toContain('Log in to open it.')
})

it('tells only the third party how long the link works (MAIL-17)', () => {
  const ends = 'works for 30 days. After that, its page can email you a new one.'
  expect(writeNewLinkMail('https://assent.example/x').paragraphs.join(' ')).toContain(ends)
  const ready = (party: 'creator' | 'third_party') =>
    writeRecordReadyMail('https://assent.example/x', party, '').paragraphs.join(' ')
  expect(ready('third_party')).toContain(ends)
  expect(ready('creator')).not.toContain(ends)
})
