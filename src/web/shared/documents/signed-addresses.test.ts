import { describe, expect, it } from 'vitest'
import type { DocumentView } from '../../../contract/verification.ts'
import { findRenewalDelayMs } from '../../features/records/use-record.ts'
import { noDocuments as none, sampleDocument } from '../../testing/samples.ts'
import { chooseDocumentInUse } from './document-tile.tsx'

const now = new Date('2026-11-21T10:00:00Z')
const open = (urlExpiresAt: string): DocumentView => ({
  state: 'open',
  document: { ...sampleDocument('id'), urlExpiresAt },
})
const findDelay = (more: Partial<Record<keyof typeof none, DocumentView>>) =>
  findRenewalDelayMs({ documents: { ...none, ...more }, validUntil: null }, now)

describe('the renewal of signed addresses', () => {
  it('happens five minutes before the first one expires (UPLOAD-12)', () => {
    const documents = { selfie: open('2026-11-21T12:00:00Z'), id: open('2026-11-21T11:00:00Z') }
    expect(findDelay(documents)).toBe(55 * 60 * 1000)
  })

  it('is spread over time', () => {
    expect(findDelay({ id: open('2026-11-21T09:00:00Z') })).toBe(30_000)
  })

  it("isn't needed without an open document", () => {
    expect(findDelay({ thirdPartyId: { state: 'locked', until: 'paid_plan' } })).toBeNull()
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
