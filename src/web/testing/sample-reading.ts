import type { Reading } from '../../contract/document-reading.ts'

/** A passport that was read, and everything on it agrees. */
export const sampleReading: Reading = {
  documentId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
  day: '2026-03-11',
  state: 'done',
  before: 0,
  triesLeft: 2,
  outcome: 'read',
  kind: 'passport',
  readFrom: 'lines',
  issuingState: 'POL',
  ageOver18: true,
  nameAgrees: true,
  birthDateAgrees: true,
  sameDocument: false,
}
