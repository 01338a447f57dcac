import { expect, it } from 'vitest'
import type { RecordFacts } from '../../../domain/record/record.ts'
import { writeRecordContent } from './record-content.ts'

const at = '2026-03-11T12:00:00.000Z'
const person = { fullName: 'محمد علي', dateOfBirth: '1990-04-17', emailConfirmed: true }
/** The facts of a record whose names are written from right to left. */
const facts = {
  checkUrl: 'https://assent.example/check#1',
  verificationId: '1',
  kind: 'age',
  createdAt: at,
  verifiedAt: at,
  drawnAt: at,
  clock: { state: 'unknown', source: null },
  creator: person,
  thirdParty: {
    ...person,
    socialMediaName: '@m',
    platformName: 'Hinge',
    email: 'm@m.example',
    emailProof: 'code',
  },
  known: [{ fact: 'age', party: 'thirdParty', step: 'wallet', at }],
  sources: { creator: [], thirdParty: [{ step: 'wallet', issuerName: 'وزارة الداخلية' }] },
  consent: { title: 'Consent', version: '1', sections: [], ticked: { creator: [], thirdParty: [] } },
  additionalTerms: 'Ours.',
  signatures: [],
  evidence: [],
  auditTrail: [],
  log: { size: 1, at, rootHash: 'aa' },
  revision: 1,
} as unknown as RecordFacts

it('keeps names unchanged, without the isolate characters that pages add (WORDS-3)', () => {
  const content = JSON.stringify(writeRecordContent(facts, 'none'))
  expect(content).toContain('In the words of محمد علي, who created the request.')
  expect(content).toContain('Neither party gave a photo or an identity document.')
  expect(content).toContain('with a credential that وزارة الداخلية signed.')
  expect(content).not.toMatch(/[\u2066-\u2069]/)
})

it('says that each fingerprint is of the stored picture', () => {
  const picture = {
    party: 'creator',
    category: 'selfie',
    contentType: 'image/jpeg',
    sha256: 'ab'.repeat(32),
    of: 'stored',
    submittedAt: at,
  } as const
  const content = JSON.stringify(writeRecordContent({ ...facts, evidence: [picture] }, 'none'))
  expect(content).toContain('Each fingerprint is of the stored picture, byte for byte')
  expect(content).not.toContain('Neither party gave')
})
