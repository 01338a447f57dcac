import { expect, it } from 'vitest'
import type { RecordView } from '../../../contract/record.ts'
import { RequestFailure } from '../../api/request.ts'
import { sampleDocument, sampleRecordView } from '../../testing/samples.ts'
import { continueAfterFailure, findNextLookMs } from './use-record.ts'

const at = new Date('2026-11-21T10:00:00Z')
const view = sampleRecordView({
  documents: {
    creatorSelfie: { state: 'open', document: sampleDocument('selfie') },
    creatorId: null,
    thirdPartySelfie: null,
    thirdPartyId: { state: 'destroyed' },
  },
})

it('refetches a record five minutes before a picture’s address expires (RECORD-18, UPLOAD-12)', () => {
  expect(findNextLookMs(view, at)).toBe(55 * 60_000)
})

it('refetches within seconds while something is being sealed, and never when nothing expires', () => {
  expect(findNextLookMs({ ...view, record: null }, at)).toBe(2000)
  const withdrawn = { at: at.toISOString(), by: 'creator' } as const
  expect(findNextLookMs({ ...view, withdrawn }, at)).toBe(2000)
  expect(findNextLookMs({ ...view, documents: { ...view.documents, creatorSelfie: null } }, at)).toBeNull()
})

it('refetches when the pass ends that opened it, and half a minute later if the server disagrees (RECORD-18, RECORD-74)', () => {
  const withPass = { ...view, accessEndsAt: '2026-11-21T10:20:00.000Z' }
  expect(findNextLookMs(withPass, at)).toBe(20 * 60_000)
  expect(findNextLookMs(withPass, new Date(withPass.accessEndsAt))).toBe(30_000)
  expect(findNextLookMs({ ...withPass, record: null }, at)).toBe(2000)
})

it('refetches when the consent ends, and half a minute later if the server disagrees (VALID-7)', () => {
  const withEnd = (validUntil: RecordView['form']['validUntil']) => ({
    ...view,
    form: { ...view.form, validUntil },
  })
  const end = '2026-11-21T10:20:00.250Z'
  expect(findNextLookMs(withEnd({ at: end, isOver: false }), at)).toBe(20 * 60_000 + 250)
  expect(findNextLookMs(withEnd({ at: end, isOver: false }), new Date(end))).toBe(30_000)
  expect(findNextLookMs(withEnd({ at: end, isOver: true }), new Date(end))).toBe(35 * 60_000 - 250)
})

it("keeps the shown record when the server can't be reached, and removes it after a refusal (RECORD-18)", () => {
  const shown = { phase: 'open', view, isOutdated: false } as const
  for (const status of [null, 429, 500, 503]) {
    const failure = new RequestFailure(null, status)
    expect(continueAfterFailure(shown, failure)).toEqual({ ...shown, isOutdated: true })
    expect(continueAfterFailure({ phase: 'loading' }, failure)).toEqual({ phase: 'failed', failure })
  }
  const refused = new RequestFailure(null, 404)
  expect(continueAfterFailure(shown, refused)).toEqual({ phase: 'failed', failure: refused })
})
