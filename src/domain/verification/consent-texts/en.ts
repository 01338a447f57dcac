import type { ConsentWording } from './wording.ts'

const withdrawal =
  'Either party may withdraw it at any time, without giving a reason, for the future. A withdrawal is added to the record; it does not erase that the record was made.'

const writeDuration = (time: string): readonly string[] => [
  `This consent begins when both parties have signed: at the moment the third party submits this document, by the clock of the service. It is valid for ${time} from that moment, and no longer. The record of it stays.`,
  withdrawal,
]

/** The versions 2026-12 and 2027-01, which exist in English alone. */
export const earlierEnglish: ConsentWording = {
  titles: {
    age: 'Age & Identity Verification Consent Form',
    person: 'Person Verification Consent Form',
  },
  headings: {
    introduction: 'Introduction',
    purpose: 'Purpose',
    consent: 'Consent to verification',
    'data-usage': 'Data usage',
    duration: 'Duration and termination',
    representations: 'Representations',
    liability: 'Limitation of liability',
    'governing-law': 'Governing law',
  },
  paragraphs: {
    introduction: [
      'This document is made between the person who created it (the creator) and the person who was invited to complete it (the third party). Together they are the parties.',
      'Each party takes part freely. Either may decline, without giving a reason and without any disadvantage from this service.',
    ],
    consent: [
      'By signing, each party agrees that the details, and the photos and identity documents where they are asked for, that they provide here are used to make this record and are shown to the other party once the verification is complete, as far as the service allows.',
      'An identity document may be read by a program on the service’s own machines, and a wallet may be asked whether its holder is 18 or over. Of both only the result is kept: what was read, and what the wallet answered, is not.',
      'Each party types their name as their signature. A typed name is a simple electronic signature. It shows the intention to sign; it does not by itself prove who typed it.',
    ],
    'data-usage': [
      'Photos and identity documents are stored encrypted and are used for this record and for nothing else. They are not sold, not used for advertising and not used to train software.',
      'The record keeps a fingerprint of each file, so that it can later be shown which files were provided, even after the files themselves have been destroyed.',
      'Neither party may copy, publish or pass on what the other party provided, except to a court, a public authority or a legal adviser.',
    ],
    representations: [
      'Each party states that they are at least 18 years old, that the details and documents they provide are true and their own, and that nobody has pressed, threatened or tricked them into signing.',
      'A party who gives false details, or uses the documents of another person, may commit an offence.',
    ],
    liability: [
      'The service records what the parties provide, and says beside each statement how it is known. It does not check identity documents with the authorities that issued them, and it does not promise that a party is who they say they are.',
      'Nothing here limits liability that the law does not allow to be limited. This document is not legal advice.',
    ],
    'governing-law': [
      'This document is governed by the laws of England and Wales. Mandatory rights that a party has under the law of the country they live in remain untouched.',
    ],
  },
  purpose: {
    age: [
      'The parties met, or are in contact, online. This document records that each of them states that they are at least 18 years old and who they are, before they take their contact further, and how each of these statements is known: declared, read from a document, checked by a provider, or proven by a wallet.',
      'It is a record of age and identity only. It is not consent to any act, meeting or relationship, and it never replaces the consent that every act needs at the time it happens.',
    ],
    person: [
      'The parties met, or are in contact, online. This document records that each of them states that they are at least 18 years old and the person they say they are, and how each of these statements is known: declared, read from a document, checked by a provider, or proven by a wallet.',
      'It is a record of identity only. It is not consent to any act, meeting or relationship, and it never replaces the consent that every act needs at the time it happens.',
    ],
  },
  duration: {
    until_withdrawn: [`This consent begins when both parties have signed. ${withdrawal}`],
    '24_hours': writeDuration('24 hours'),
    '7_days': writeDuration('7 days, which are 168 hours,'),
  },
  lapse: 'An invitation that is not completed in time lapses, and what was uploaded for it is destroyed.',
  statements: {
    identity:
      'I consent to sharing my identity, with all that I give here, with the other party of this verification.',
    adult: 'I am 18 or over',
    willing: 'I confirm that I am not being coerced to sign this form and I willingly consent as an adult.',
    additionalTerms: 'I have read and agree to the additional terms and conditions specified above.',
  },
  warning: [
    'Do not sign if you are under 18.',
    'If anyone is pressing you, stop and seek help from an adult you trust.',
    'Take your time.',
  ],
}

const { paragraphs, purpose } = earlierEnglish

/** Version 5: banks, eIDs and age keys, the name, and two languages. */
export const english: ConsentWording = {
  ...earlierEnglish,
  paragraphs: {
    ...paragraphs,
    introduction: [
      ...paragraphs.introduction,
      'The parties may sign this text in different languages. Neither is bound to more than the text that they signed says.',
    ],
    consent: [
      paragraphs.consent[0] ?? '',
      'An identity document may be read by a program on the service’s own machines. A wallet, a bank, an eID or an age key may be asked whether its holder is 18 or over and, if the creator asks for it, for the holder’s name, which is compared with the name typed here. Of all this only the result is kept, with its source, its time and a fingerprint of the answer: what was read, what was answered and the name given are not.',
      paragraphs.consent[2] ?? '',
    ],
  },
  purpose: {
    age: [addVouchers(purpose.age[0]), purpose.age[1] ?? ''],
    person: [addVouchers(purpose.person[0]), purpose.person[1] ?? ''],
  },
}

function addVouchers(sentence = ''): string {
  return sentence.replace(
    'checked by a provider, or proven by a wallet.',
    'checked by a provider, proven by a wallet, or confirmed by a bank, an eID or an age key.',
  )
}
