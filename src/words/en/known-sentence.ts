import { messages } from '../messages.ts'

/** How one fact about one person is known, including failed attempts. */
export default messages('known-sentence', {
  nothingKnown: 'Nothing is known about it.',
  documents: {
    passport: 'a passport',
    identity_card: 'an identity card',
    residence_permit: 'a residence permit',
    driving_licence: 'a driving licence',
    state_identity_card: 'a state identity card',
  },
  readFrom: {
    lines: 'its check digits are right and it had not expired',
    barcode: 'its barcode is well formed and it had not expired',
    print: 'its number is well formed and it had not expired',
  },
  /** `day` in words, and `state` by its name. */
  byDocument: {
    age: '18 or over on {day}: read from {document} ({state}); {readFrom}.',
    keptAge:
      '18 or over on {day}: read from {document} ({state}); {readFrom}. It was then kept, and used again without a picture, so it was not compared with the other person’s document.',
    name: 'The same name was read from {document} ({state}).',
    keptName:
      'The same name was read from {document} ({state}) on {day}. It was then kept, and used again without a picture, so it was not compared with the other person’s document.',
  },
  byWallet: {
    age: '18 or over: proven by a wallet with a credential that {issuer} signed.',
    name: 'The same name is in the credential that {issuer} signed and their wallet showed.',
    /** Instead of the second sentence about the age, where the wallet was asked for the name too. */
    notMeant: 'It says nothing about who held the phone.',
    differs: 'Their wallet’s credential has a different name.',
    notCompared: 'The name in their wallet’s credential was not compared.',
  },
  byProvider: {
    age: '18 or over: {provider} examined a document.',
    name: '{provider} read the same name in a document.',
    face: '{provider} compared the face with the photo in a document.',
  },
  /** By who vouched for them, on `day` in words. */
  byVoucher: {
    age: {
      bank: 'Confirmed by their bank through {provider} on {day}: 18 or over.',
      eid: 'Confirmed by their eID through {provider} on {day}: 18 or over.',
      age_key: 'An age key of {provider} says 18 or over, on {day}.',
    },
    name: {
      bank: 'Their bank confirmed the same name through {provider} on {day}.',
      eid: 'Their eID confirmed the same name through {provider} on {day}.',
      age_key: 'The age key of {provider} has the same name, on {day}.',
    },
    /** Where the name was asked for too, and where it wasn't. */
    notMeant:
      'No face was compared, and it does not show that the person in front of the phone is the account’s holder.',
    notMeantUnnamed:
      'It says nothing about their name. No face was compared, and it does not show that the person in front of the phone is the account’s holder.',
    differs: {
      bank: 'Their bank gave a different name through {provider}.',
      eid: 'Their eID gave a different name through {provider}.',
      age_key: 'The age key of {provider} has a different name.',
    },
    notCompared: {
      bank: 'The name that their bank has was not compared.',
      eid: 'The name in their eID was not compared.',
      age_key: 'The name in their age key was not compared.',
    },
  },
  /** For a document that says something else than what was typed. `notMeant` follows either. */
  unlike: {
    age: 'The birth date on their document is different.',
    name: 'The name on their document is different.',
    notMeant: 'No check was made that the document is genuine.',
  },
  /** For a check that failed or whose result differed; the first two as records before `sealed-record/4` say them. */
  differs: {
    age: 'Their document shows a different birth date.',
    name: 'Their document shows a different name.',
    face: 'A provider found that it is not the face in the document.',
  },
  /** For a document that proves nothing. */
  unread: {
    expired: 'The document they gave had expired, or expired on the day it was read.',
    two_documents: 'The picture they gave shows more than one document.',
    specimen: 'The document they gave is a sample, or was not issued by a government.',
    unreadable: 'Our software could not read the document they gave.',
  },
  /** For a picture without a document; also says what was not checked. */
  noDocument: 'We couldn’t read their ID. Nobody checked it.',
  /** The other words of records of the first format (`sealed-record/2`), which stay as they were sealed. */
  first: {
    noDocument: 'Our software found no document that it can read in the picture they gave.',
    mailbox:
      'Someone who can read email sent to this address confirmed it with a code or link. It is not known who else can read it.',
  },
})
