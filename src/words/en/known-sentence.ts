import { messages } from '../messages.ts'

/** How one fact about one person is known, with what was tried. */
export default messages('known-sentence', {
  nothingKnown: 'Nothing is known of it.',
  documents: {
    passport: 'a passport',
    identity_card: 'an identity card',
    residence_permit: 'a residence permit',
    driving_licence: 'a driving licence',
    state_identity_card: 'a state identity card',
  },
  readFrom: {
    lines: 'check digits and expiry',
    barcode: 'its barcode and expiry',
    print: 'its number and expiry',
  },
  byDocument: {
    age: '18 or over on {day}: read from {document} ({state}), {readFrom} in order.',
    keptAge:
      '18 or over on {day}: read from {document} ({state}), {readFrom} in order, kept since then and used again without a picture.',
    name: 'The same name was read from {document} ({state}).',
    keptName:
      'The same name was read from {document} ({state}) on {day}, kept since then and used again without a picture.',
  },
  byWallet: '18 or over: proven by a wallet with a credential that {issuer} signed.',
  byProvider: {
    age: '18 or over: {provider} examined a document.',
    name: '{provider} read the same name in a document.',
    face: '{provider} compared the face with the photo in a document.',
  },
  /** For a check that failed or whose result differed from the typed data. */
  differs: {
    age: 'Their document shows a different birth date.',
    name: 'Their document shows a different name.',
    face: 'A provider found that it is not the face in the document.',
  },
  /** For a document that proves nothing. */
  unread: {
    expired: 'A document was given that has expired.',
    two_documents: 'A picture was given in which there is more than one document.',
    not_a_document: 'A picture was given in which no program found a document that it can read.',
    specimen: 'A document was given that is a specimen, or no state’s.',
    unreadable: 'A document was given, and no program could read it.',
  },
})
