import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { RecordView } from '../../../contract/record.ts'
import { drawRosette } from '../../../domain/record/rosette.ts'
import type { RecordAccess } from '../../api/records.ts'
import { describeDay } from '../../shared/time/moment.tsx'
import { expectInOrder, renderPage } from '../../testing/render-page.ts'
import {
  completion,
  sampleDocument,
  sampleForm,
  sampleRecordView,
  sampleSeal,
} from '../../testing/samples.ts'
import { CompletedRecord } from './completed-record.tsx'

const photo = { state: 'open', document: sampleDocument('selfie') } as const
const sealed = { ...sampleSeal, timestamp: 'granted' } as const

const access: RecordAccess = { id: 'id', findToken: async () => null }
const nothing = () => {}

function showing(more: Partial<RecordView>) {
  const view = sampleRecordView({
    party: 'creator',
    record: sealed,
    documents: { ...sampleRecordView().documents, creatorSelfie: photo },
    can: { withdraw: true, hold: true },
    ...more,
  })
  const { form } = view
  const props = { access, view, form, facts: [], documents: null, isOtherMailed: true }
  return renderPage(createElement(CompletedRecord, { ...props, onWithdrawn: nothing, onChanged: nothing }))
}

it('announces a sealing time of a few seconds only while that is true (RECORD-6)', () => {
  const late = showing({ record: null, isSealLate: true }).text
  expect(showing({ record: null }).text).toContain('This takes a few seconds.')
  expect(late).toContain('takes longer than usual. You can close this page.')
  expect(late).not.toContain('a few seconds')
})

it('shows two names, the visible photos, signatures, days, ages, its limits, and then its buttons (RECORD-55)', () => {
  const { text, html } = showing({})
  expectInOrder(text, [
    'Łucja Nowak',
    'Ł. Nowak',
    describeDay('2026-11-20'),
    'Sam O’Neill',
    'S. O’Neill',
    describeDay('2026-11-21'),
    'Both say they’re 18 or over. Nobody checked.',
    'It is not consent to any act, meeting or relationship.',
    'sealed',
    'Download PDF',
    'Withdraw',
  ])
  expect(html.match(/<img[^>]*alt=""/g)).toHaveLength(1)
  for (const line of drawRosette(sealed.pdfSha256)) expect(html).toContain(line)
})

/** A completed form where a fact about the third party is known in another way. */
function knowing(fact: 'age' | 'name', change: object, more: object = {}) {
  const form = sampleForm(completion)
  const known = form.howKnown.known.map((one) =>
    one.fact === fact && one.party === 'thirdParty' ? { ...one, ...change } : one,
  )
  return { ...form, howKnown: { ...form.howKnown, known, ...more } }
}

it("names each person when their ages are known in different ways, so that a name isn't mistaken for a finding (RECORD-53, RECORD-55)", () => {
  const form = knowing('age', { step: 'document' })
  const { text } = showing({ form })
  expectInOrder(text, [
    '“Łucja Nowak” says they’re 18 or over. Nobody checked.',
    '“Sam O’Neill”: 18 or over, read from their ID.',
  ])
  const forged = showing({ form: { ...form, fullName: 'Both: 18 or over, proven by a wallet. Ada' } }).text
  expect(forged).toContain(
    '“Both: 18 or over, proven by a wallet. Ada” says they’re 18 or over. Nobody checked.',
  )
})

it('states beside the ages that a document shows another name, and that both gave one document (RECORD-55)', () => {
  const form = knowing('name', { agrees: false }, { shared: ['same_document'] })
  expectInOrder(showing({ form }).text, [
    'Both say they’re 18 or over. Nobody checked.',
    'The document of “Sam O’Neill” shows a different name.',
    'Both gave the same document.',
  ])
  expect(showing({}).text).not.toMatch(/different name|the same document/)
})

it('has the text and the rest in closed sections below it: how known, a legal claim, the pack, technical details (RECORD-56)', () => {
  const { text, html } = showing({})
  expectInOrder(text, [
    'Read what you both signed',
    'More',
    'How each thing is known',
    'Keep for a legal claim',
    'Everything for police or a lawyer',
    'Technical details',
    'Fingerprint',
    'Download record (JSON)',
  ])
  expect(html.match(/<details/g)).toHaveLength(2)
  expect(html).not.toMatch(/<details[^>]*open/)
})

it('shows a legal hold in force once, above the sections (RECORD-56)', () => {
  const hold = {
    by: 'third_party',
    reason: 'I reported it to the police.',
    setAt: '2026-03-11T12:00:00.000Z',
    endsAt: '2026-09-07T12:00:00.000Z',
    endedAt: null,
  } as const
  const { text } = showing({ holds: [hold] })
  expectInOrder(text, ['The other person set a legal hold', 'Read what you both signed', 'More'])
  expect(text.split('Keep for a legal claim')).toHaveLength(2)
})

it('offers the evidence pack once the record is sealed, with its content (PACK-1)', () => {
  expect(showing({}).text).toContain('your own photo and ID while they exist')
  expect(showing({}).text).toContain('Download pack (ZIP)')
  expect(showing({ record: null }).text).not.toContain('Download pack')
})

it('offers the archived copy once there is one, with its purpose and the end of its protection (ARCHIVE-10)', () => {
  const archived = { protectedUntil: '2029-05-06T12:00:00.000Z', isOver: false }
  const { text } = showing({ record: { ...sealed, archived } })
  expect(text).toContain('Archived copy (PDF)')
  expect(text).toMatch(/with a newer timestamp that protects it until.*May 6, 2029/)
  expect(showing({}).text).not.toContain('Archived copy')
})

it('states that the protection of an archived copy has ended once it has (ARCHIVE-14)', () => {
  const archived = { protectedUntil: '2029-05-06T12:00:00.000Z', isOver: true }
  const { text } = showing({ record: { ...sealed, archived } })
  expect(text).toMatch(/Its protection ended on\s*May 6, 2029/)
  expect(text).not.toContain('protects it until')
})
