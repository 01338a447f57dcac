import { describe, expect, it } from 'vitest'
import type { DocumentView } from '../../../contract/verification.ts'
import { findRenewalDelayMs } from '../../features/records/use-record.ts'
import { noDocuments as none, sampleDocument } from '../../testing/samples.ts'
import { chooseDocumentInUse } from './document-tile.tsx'

const now = new Date('2026-11-21T10:00:00Z')
const open = (urlExpiresAt: string): DocumentView => ({
  state: 'open',
  document: {
    id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11',
    category: 'id',
    bucket: 'id_documents',
    path: 'u/id-1.jpg',
    contentType: 'image/jpeg',
    sha256: '0'.repeat(64),
    url: '/api/files/id_documents/u/id-1.jpg',
    urlExpiresAt,
  },
})

describe('the renewal of signed addresses', () => {
  it('happens five minutes before the first one expires (UPLOAD-12)', () => {
    const documents = { ...none, selfie: open('2026-11-21T12:00:00Z'), id: open('2026-11-21T11:00:00Z') }
    expect(findRenewalDelayMs({ documents, validUntil: null }, now)).toBe(55 * 60 * 1000)
  })

  it('is spread over time', () => {
    expect(
      findRenewalDelayMs({ documents: { ...none, id: open('2026-11-21T09:00:00Z') }, validUntil: null }, now),
    ).toBe(30_000)
  })

  it("isn't needed without an open document", () => {
    expect(
      findRenewalDelayMs(
        { documents: { ...none, thirdPartyId: { state: 'locked', until: 'paid_plan' } }, validUntil: null },
        now,
      ),
    ).toBeNull()
  })
})

describe('the address of a shown document', () => {
  const used = { ...sampleDocument('selfie'), urlExpiresAt: '2026-11-21T12:00:00.000Z' }
  const latest = { ...used, url: '/api/files/fresh', urlExpiresAt: '2026-11-21T13:00:00.000Z' }

  it('stays until it is within 5 minutes of its expiry (UPLOAD-12)', () => {
    expect(chooseDocumentInUse(used, latest, new Date('2026-11-21T11:54:59.999Z'))).toBe(used)
    expect(chooseDocumentInUse(used, latest, new Date('2026-11-21T11:55:00.000Z'))).toBe(latest)
  })

  it('changes at once with the document', () => {
    const other = { ...latest, id: '3d2c1b0a-0000-4000-8000-000000000009' }
    expect(chooseDocumentInUse(used, other, new Date('2026-11-21T10:00:00Z'))).toBe(other)
  })
})
