import { expect, it } from 'vitest'
import { type AuditEntry, firstPreviousHash, writeCanonicalEntry } from './audit-event.ts'

const entry: AuditEntry = {
  verificationId: '7b0c2d0e-8a39-4a7f-9f59-6a3d6a7b0f11',
  sequence: 1,
  event: 'created',
  actor: 'creator',
  at: '2026-11-21T09:00:00.000Z',
  detail: { zebra: 1, alpha: 'Ł"\n', none: null },
  previousHash: firstPreviousHash,
}

it('writes members sorted by name, without white space (TRAIL-1)', () => {
  expect(writeCanonicalEntry(entry)).toBe(
    `{"actor":"creator","at":"2026-11-21T09:00:00.000Z","detail":{"alpha":"Ł\\"\\n","none":null,"zebra":1},"event":"created","previousHash":"${firstPreviousHash}","sequence":1,"verificationId":"7b0c2d0e-8a39-4a7f-9f59-6a3d6a7b0f11"}`,
  )
})
