import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { Reading } from '../../../contract/document-reading.ts'
import { readingOutcomes } from '../../../domain/identity-document/verdict.ts'
import readingWords from '../../../words/en/reading.ts'
import { RequestFailure } from '../../api/request.ts'
import { listButtons, renderPage } from '../../testing/render-page.ts'
import { sampleReading } from '../../testing/samples.ts'
import { ReadingStatus } from './reading-status.tsx'
import type { ReadingState } from './use-id-reading.ts'

function status(state: ReadingState, mayDeclare = true, isProven = false) {
  const nothing = () => {}
  const ways = { mayDeclare, isProven, onBetter: nothing, onAgain: nothing }
  return renderPage(createElement(ReadingStatus, { state, ...ways }))
}
const known = (reading: Partial<Reading>, mayDeclare = true, isProven = false) =>
  status({ phase: 'known', reading: { ...sampleReading, ...reading } }, mayDeclare, isProven)

describe('the reading of an ID on the page (READING-15)', () => {
  it('shows how many are ahead of it, then that it is being read', () => {
    const waiting = { state: 'waiting', outcome: null } as const
    expect(known({ ...waiting, before: 3 }).text).toContain('3 IDs are before yours.')
    expect(known({ ...waiting, before: 0 }).text).toContain('Your ID is next.')
    expect(known({ state: 'reading', outcome: null }).text).toContain('Reading your ID.')
  })
  it('shows the result in the sentence that the record will have, and never as verified', () => {
    const { text } = known({})
    expect(text).toContain(
      'read from a passport (Poland); its check digits are right and it had not expired.',
    )
    expect(text).toContain('No check was made that the document is genuine')
    expect(text).not.toMatch(/verified/i)
  })
  it('explains every fault, with the next step and the number of tries left', () => {
    for (const outcome of readingOutcomes) {
      if (outcome === 'read') continue
      const page = known({ outcome, kind: null, readFrom: null, issuingState: null })
      for (const words of readingWords.faults[outcome]) expect(page.text).toContain(words)
      if (outcome !== 'under_age') expect(page.text).toContain('2 more photos')
    }
  })
  it('reports an unreadable picture only as unreadable, and how to take another', () => {
    const page = known({ outcome: 'unreadable' })
    expect(page.text).toContain(
      'We couldn’t read the ID Take the photo again: flat, sharp, and the whole document.',
    )
    expect(listButtons(page)).toEqual(['Take a better photo'])
  })
  it('keeps the age when only the name differs', () => {
    const { text } = known({ outcome: 'name_differs', nameAgrees: false })
    expect(text).toContain('read from a passport')
    expect(text).toContain('Your age counts as read. The record keeps the typed name')
  })
  it('never says of a name that it did not read that the ID has another', () => {
    const { text } = known({ outcome: 'name_differs', nameAgrees: null })
    expect(text).toContain('read from a passport')
    expect(text).toContain('We couldn’t read the name on the ID')
    expect(text).toContain('Your age counts as read. For the name, the record says that you stated it.')
    expect(text).not.toContain('different name')
    expect(text).not.toContain('has another')
  })
  it('states that a statement is enough, or that the other person asked for more', () => {
    const spent = { outcome: 'unreadable', triesLeft: 0 } as const
    expect(known(spent).text).toContain(
      'You can also continue: the record then says that you stated your age.',
    )
    expect(known(spent, false).text).toContain('The other person asked for an ID that can be read')
    for (const mayDeclare of [true, false]) {
      const { text } = known(spent, mayDeclare, true)
      expect(text).toContain('the record then has the other proof of your age.')
      expect(text).not.toMatch(/you stated|asked for an ID/)
    }
    expect(listButtons(known(spent))).toEqual([])
  })
  it('keeps everything when the request fails', () => {
    const page = status({ phase: 'failed', failure: new RequestFailure(null, null) })
    expect(page.text).toContain('The ID is saved')
    expect(listButtons(page)).toEqual(['Try again'])
  })
})
