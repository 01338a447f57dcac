import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { RecordView } from '../../../../contract/record.ts'
import { renderPage } from '../../../testing/render-page.ts'
import { completion, sampleDocument, sampleForm } from '../../../testing/samples.ts'
import { RecordDocuments } from './open-record.tsx'

const open = (category: 'selfie' | 'id') => ({ state: 'open', document: sampleDocument(category) }) as const
const all: RecordView['documents'] = {
  creatorSelfie: open('selfie'),
  creatorId: open('id'),
  thirdPartySelfie: open('selfie'),
  thirdPartyId: open('id'),
}

function showing(
  more: Partial<RecordView['documents']> = {},
  creatorOpens: RecordView['creatorOpens'] = 'now',
  heldUntil: string | null = null,
) {
  const view = {
    ...{ documents: { ...all, ...more }, creatorOpens, form: sampleForm(completion) },
    ...{ heldUntil, filesDestroyedAt: '2027-02-19T10:00:00.000Z' },
  }
  return renderPage(createElement(RecordDocuments, { view, onReload: () => {} }))
}

describe('the pictures on the third party’s page', () => {
  it('are the reader’s and the creator’s, downloadable, with the creator’s name, and need no plan (RECORD-19, RECORD-73)', () => {
    const { text, html } = showing()
    expect(text).toContain('You can open what you and Łucja Nowak gave, without a plan.')
    for (const name of ['Your photo', 'Your ID', 'Łucja Nowak’s photo', 'Łucja Nowak’s ID']) {
      expect(html).toContain(`aria-label="Full size: ${name}"`)
      expect(html).toContain(`aria-label="Download: ${name}"`)
    }
  })

  it.each([
    ['now', 'Łucja Nowak can open your photo and ID until they’re deleted or locked.'],
    [
      'on_a_plan',
      'Łucja Nowak can’t see your photo and ID now. They could with a plan, until February 19, 2027.',
    ],
    ['never', 'Łucja Nowak can no longer open your photo and ID.'],
  ] as const)('are described as open to the creator %s (RECORD-19)', (creatorOpens, description) => {
    expect(showing({}, creatorOpens).text).toContain(description)
  })

  it('wait for the mailed link in the browser that submitted, if they are the creator’s (RECORD-74)', () => {
    const waits = { state: 'awaits_link' } as const
    const { text, html } = showing({ creatorSelfie: waits, creatorId: waits }, 'on_a_plan')
    expect(text).toContain('We’ll show Łucja Nowak’s photo and ID once you open the link in our email.')
    expect(text).toContain('You can open what you gave, without a plan.')
    expect(text).toContain('can’t see your photo and ID now')
    expect([...html.matchAll(/<figure/g)]).toHaveLength(2)
    const walletAlone = { thirdPartySelfie: null, thirdPartyId: null, creatorId: null, creatorSelfie: waits }
    expect(showing(walletAlone).text).toContain('We’ll show Łucja Nowak’s photo once you open')
    expect(showing(walletAlone).text).not.toContain('You can open')
    expect(showing().text).not.toContain('We’ll show')
  })

  it('are said to be open to a plan until their deletion, and until the end of a hold that keeps them longer (RECORD-19)', () => {
    expect(showing({}, 'on_a_plan', '2027-06-01T10:00:00.000Z').text).toContain(
      'They could with a plan, until June 1, 2027.',
    )
  })

  it('are only mentioned if they were given, and in one line once they are deleted (RECORD-19, OWNER-13)', () => {
    const none = { thirdPartySelfie: null, creatorSelfie: null, creatorId: null }
    const one = showing(none).text
    expect(one).toContain('You can open what you gave, without a plan.')
    expect(one).toContain('can open your ID until')
    const destroyed = { state: 'destroyed' } as const
    const gone = showing({
      creatorSelfie: destroyed,
      creatorId: destroyed,
      thirdPartySelfie: destroyed,
      thirdPartyId: destroyed,
    }).text
    expect(gone).toContain('Verification documents The photos and IDs have been deleted.')
    expect(gone).not.toContain('open')
    expect(gone).not.toContain('Łucja')
    const theirs = showing({ creatorSelfie: destroyed, creatorId: destroyed })
    expect(theirs.text).toContain('Łucja Nowak’s photo has been deleted. Łucja Nowak’s ID has been deleted.')
    expect(theirs.html).toContain('alt="Your photo"')
    expect(showing({ ...none, thirdPartyId: destroyed }).text).toContain('Your ID has been deleted.')
  })

  it('are marked as the reader’s own or the creator’s, for the protection (PROTECT-7)', () => {
    const figures = [
      ...showing().html.matchAll(/<figure[^>]*?( data-own-document="true")?>.*?alt="([^"]*)"/gs),
    ]
    expect(figures.map(([, own, name]) => [name, own !== undefined])).toEqual([
      ['Your photo', true],
      ['Your ID', true],
      ['Łucja Nowak’s photo', false],
      ['Łucja Nowak’s ID', false],
    ])
  })
})
