import { messages } from '../messages.ts'

/** How each fact is known: the same texts on forms, in records, in mails and on the check page (EVIDENCE-4). */
export default messages('evidence', {
  facts: {
    age: '18 or over',
    name: 'Name',
    face: 'Face',
    mailbox: 'Email address',
  },
  /** A step in two or three words, for a badge. */
  steps: {
    declared: 'Declared',
    document: 'Read from a document',
    provider: 'Checked by a provider',
    wallet: 'Proven by a wallet',
    typed: 'Typed',
    code: 'Confirmed by email',
  },
  /** Two sentences about a step: the checks that were made, and those that weren't. */
  meanings: {
    age: {
      declared: ['They state that they are 18 or over.', 'It was not checked.'],
      document: [
        'Our software read the birth date from a picture of their document, which is well formed and has not expired.',
        'No check was made that the document is genuine or belongs to this person.',
      ],
      provider: [
        'A provider examined their document and compared its photo with their face.',
        'This service relies on the provider and did not repeat the check.',
      ],
      wallet: [
        'A wallet on their phone proved it with a credential from an issuer that this service trusts.',
        'It says nothing about their name, or about who held the phone.',
      ],
    },
    name: {
      declared: ['The creator of the request typed this name.', 'It was not checked.'],
      document: [
        'Our software read the same name from a picture of their document.',
        'No check was made that the document is genuine or belongs to this person.',
      ],
      provider: [
        'A provider read the same name in a document that it examined.',
        'This service relies on the provider and did not repeat the check.',
      ],
      wallet: [
        'A wallet on their phone showed the same name in a credential from an issuer that this service trusts.',
        'It says nothing about who held the phone.',
      ],
    },
    face: {
      declared: ['They gave a photo.', 'It was not compared with a document or a person.'],
      provider: [
        'A provider compared their face with the photo in their document.',
        'This service relies on the provider and did not repeat the check.',
      ],
    },
    mailbox: {
      typed: ['The address was typed in.', 'No check was made of who reads its email.'],
      code: ['Confirmed by a code or link sent to this address.', 'We don’t know who else reads it.'],
    },
  },
  /** What a check by a provider means where it is a bank, an eID or an age key that confirmed it. */
  vouched: {
    title: 'Confirmed by a bank, an eID or an age key',
    age: 'It says that they are 18 or over, and the record says which one and when. No face was compared, and it does not show that the person in front of the phone is the account’s holder.',
    name: 'It has the same name. It does not show that the person in front of the phone is the account’s holder.',
  },
  /** The limits of the whole table, in one sentence. */
  notMeant:
    'None of these steps proves who sat in front of the screen, or that anyone was free when they signed.',
  /** The creator's request, as shown to the other person before they begin. */
  asked: {
    declared: 'Your word that you are 18 or over.',
    document: 'Your word that you are 18 or over, and an ID that our software can read your age from.',
    wallet: 'A proof from a wallet on your phone that you are 18 or over.',
  },
  /** The same proof where it may come from a bank, an eID or an age key, alone or as well as from a wallet. */
  askedProof: {
    voucher: 'A proof from your bank, an eID or an age key that you are 18 or over.',
    both: 'A proof from a wallet on your phone, your bank, an eID or an age key that you are 18 or over.',
  },
})
