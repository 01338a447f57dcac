import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { LegalHold, RecordView } from '../../../../contract/record.ts'
import { renderPage } from '../../../testing/render-page.ts'
import { HoldSection } from './hold-section.tsx'

const access = { id: 'id', findToken: async () => null }
const hold: LegalHold = {
  by: 'creator',
  reason: 'I reported it.\nThe police asked.',
  setAt: '2026-03-11T12:00:00.000Z',
  endsAt: '2026-09-07T12:00:00.000Z',
  endedAt: null,
}

function showing(
  party: RecordView['party'],
  holds: LegalHold[],
  canHold: boolean,
  accessEndsAt: string | null = null,
): string {
  const view = { party, holds, accessEndsAt, can: { withdraw: true, hold: canHold } }
  const section = createElement(HoldSection, { access, view, isOtherMailed: true, onChanged: () => {} })
  return renderPage(section).text
}

describe('the section about legal holds', () => {
  it('offers a hold where one can be set, and is hidden where there is none and none can be set (HOLD-13)', () => {
    expect(showing('creator', [], true)).toContain('keep both people’s photos and IDs for 180 days.')
    expect(showing('creator', [], true)).toContain('Set a legal hold')
    expect(showing('creator', [], false)).toBe('')
  })

  it('shows both people the holder, the end and the reason, and lets the holder lift it (HOLD-13)', () => {
    const own = showing('creator', [hold], false)
    expect(own).toContain('You set a legal hold')
    expect(own).toContain('Lift my legal hold')
    const others = showing('third_party', [hold], true)
    expect(others).toContain('The other person set a legal hold')
    expect(others).not.toContain('Lift my legal hold')
    expect(others).toContain('Set a legal hold')
    for (const text of [own, others]) {
      expect(text).toMatch(/Ends.*Sep.* 2026/)
      expect(text).toContain('The police asked.')
      expect(text).toContain('they’re locked: neither of you can open the other’s')
    }
  })

  it('shows a hold to the pass of a submission, which can’t lift it (HOLD-13, RECORD-74)', () => {
    const text = showing('creator', [hold], false, '2026-03-11T12:30:00.000Z')
    expect(text).toContain('You set a legal hold')
    expect(text).not.toContain('Lift my legal hold')
  })

  it('states that the reader’s own hold has ended and can’t be set again, and omits an ended one of the other person (HOLD-13)', () => {
    const ended = { ...hold, endedAt: hold.endsAt }
    expect(showing('creator', [ended], false)).toContain('You can’t set another one for this record.')
    expect(showing('third_party', [ended], false)).toBe('')
  })
})
