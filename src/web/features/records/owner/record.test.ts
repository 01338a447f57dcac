import { describe, expect, it } from 'vitest'
import type { DocumentView, OwnerView } from '../../../../contract/verification.ts'
import { RequestFailure } from '../../../api/request.ts'
import { recordFault } from './record-fault.ts'
import { renewalDelayMs } from './renewal.ts'
import { words } from './words.ts'

const now = new Date('2026-11-21T10:00:00Z')
const open = (urlExpiresAt: string): DocumentView => ({
  state: 'open',
  document: {
    id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11',
    category: 'id',
    bucket: 'id_documents',
    path: 'u/id-1.jpg',
    contentType: 'image/jpeg',
    url: '/api/files/id_documents/u/id-1.jpg',
    urlExpiresAt,
  },
})
const none: OwnerView['documents'] = { selfie: null, id: null, thirdPartySelfie: null, thirdPartyId: null }

describe('the renewal of signed addresses', () => {
  it('comes five minutes before the first one ends (UPLOAD-12)', () => {
    const documents = { ...none, selfie: open('2026-11-21T12:00:00Z'), id: open('2026-11-21T11:00:00Z') }
    expect(renewalDelayMs(documents, now)).toBe(55 * 60 * 1000)
  })

  it('never comes in a rush', () => {
    expect(renewalDelayMs({ ...none, id: open('2026-11-21T09:00:00Z') }, now)).toBe(30_000)
  })

  it('is not needed without an open document', () => {
    expect(renewalDelayMs({ ...none, thirdPartyId: { state: 'locked' } }, now)).toBeNull()
  })
})

describe('a record that does not open', () => {
  it("says the view's own words for what one may not see (OWNER-7)", () => {
    expect(recordFault(new RequestFailure(null, 404), words.notYours)).toEqual({
      message: 'You do not have permission to view this form',
      canRetry: false,
    })
    expect(recordFault(new RequestFailure(null, 404), words.personNotFound).message).toBe(
      'Person verification not found',
    )
  })

  it('can be tried again after a lost network or a bug (OWNER-8)', () => {
    expect(recordFault(new RequestFailure(null, null), '')).toEqual({
      message: 'Failed to load consent form details',
      canRetry: true,
    })
    expect(recordFault(new TypeError('odd'), '').message).toBe('An unexpected error occurred')
  })
})
