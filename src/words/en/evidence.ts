/** How each thing is known: the same words on forms, in records, in mails and on the check page (EVIDENCE-4). */
export default {
  facts: {
    age: '18 or over',
    name: 'Name',
    face: 'Face',
    mailbox: 'Mailbox',
  },
  /** A step in two or three words, for a badge. */
  steps: {
    declared: 'Declared',
    document: 'Read from a document',
    provider: 'Checked by a provider',
    wallet: 'Proven by a wallet',
    typed: 'Typed',
    code: 'Confirmed by mail',
  },
  /** What a step means, in two sentences: what was done, and what was not. */
  meanings: {
    age: {
      declared: ['They state that they are 18 or over.', 'Nobody checked it.'],
      document: [
        'A program read the birth date in a picture of their document, which is in order and has not expired.',
        'Nobody checked that the document is genuine, or that it is theirs.',
      ],
      provider: [
        'A provider examined their document and compared its photo with their face.',
        'This service relies on the provider and did not repeat the check.',
      ],
      wallet: [
        'A wallet on their phone proved it with a credential from an issuer that this service trusts.',
        'It says nothing about their name, and not who held the phone.',
      ],
    },
    name: {
      declared: ['The creator of the request typed this name.', 'Nobody checked it.'],
      document: [
        'A program read the same name in a picture of their document.',
        'Nobody checked that the document is genuine, or that it is theirs.',
      ],
      provider: [
        'A provider read the same name in a document that it examined.',
        'This service relies on the provider and did not repeat the check.',
      ],
    },
    face: {
      declared: ['They gave a photo.', 'Nobody compared it with a document or a person.'],
      provider: [
        'A provider compared their face with the photo in their document.',
        'This service relies on the provider and did not repeat the check.',
      ],
    },
    mailbox: {
      typed: ['The address was typed in.', 'Nobody checked who reads its mail.'],
      code: [
        'Somebody who reads the mail of this address confirmed it, by a mailed code or link.',
        'Who else reads it is not known.',
      ],
    },
  },
  /** What the whole table does not say, in one sentence. */
  notMeant:
    'None of these steps proves who sat in front of the screen, or that anybody was free when they signed.',
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
    name: 'The same name was read from {document} ({state}).',
  },
  byWallet: '18 or over: proven by a wallet with a credential that {issuer} signed.',
  byProvider: {
    age: '18 or over: {provider} examined a document.',
    name: '{provider} read the same name in a document.',
    face: '{provider} compared the face with the photo in a document.',
  },
  /** What was tried and did not fit what was typed. */
  differs: {
    age: 'The birth date in the document that they gave is another.',
    name: 'The name in the document that they gave is another.',
    face: 'A provider found that it is not the face in the document.',
  },
  /** What became of a document that proves nothing. */
  unread: {
    expired: 'A document was given that has expired.',
    two_documents: 'A picture was given in which there is more than one document.',
    not_a_document: 'A picture was given in which no program found a document that it can read.',
    specimen: 'A document was given that is a specimen, or no state’s.',
    unreadable: 'A document was given, and no program could read it.',
  },
  /** What a creator asks for, as the other person reads it before they begin. */
  asked: {
    declared: 'Your word that you are 18 or over.',
    document: 'Your word that you are 18 or over, and an ID from which a program can read it.',
    wallet: 'A proof from a wallet on your phone that you are 18 or over.',
  },
} as const
