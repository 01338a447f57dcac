import { expect, it } from 'vitest'
import { toPlainJson, writeCanonicalJson } from '../../../domain/canonical-json.ts'
import type { RecordFacts } from '../../../domain/record/record.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { speakIn } from '../../platform/language/index.ts'
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

it.each([
  ['sealed-record/2', 'd07b8d220772cb966c30c9c3e236115da6877196692ee1935253cb509eb94bcc'],
  ['sealed-record/3', '5bde1830756aa7b72c50b14c85071c0885db8c4bcfa3561fc74bc41fc9643ce5'],
])('no word on the pages of %s changes, whatever language is spoken (RECORD-80)', (format, sha256) => {
  const earlier = {
    ...facts,
    format,
    validUntil: at,
    odd: [{ oddity: 'same_network' }],
    signatures: [
      { party: 'creator', signature: 'Ada', printedName: 'Ada', signedOn: '2026-03-11', signedAt: at },
    ],
    auditTrail: [
      { sequence: 1, event: 'created', actor: 'creator', at, detail: {}, hash: 'aa' },
      { sequence: 2, event: 'verified', actor: 'system', at, detail: {}, hash: 'bb' },
    ],
  } as unknown as RecordFacts
  const { blocks, title, unprintableNote } = speakIn('ar', () => writeRecordContent(earlier, 'pending'))
  const content = toPlainJson({ blocks, title, unprintableNote })
  expect(hashHex(writeCanonicalJson(content))).toBe(sha256)
})
