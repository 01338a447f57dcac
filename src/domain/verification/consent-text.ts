import type { Validity } from './validity.ts'
import type { VerificationKind } from './verification.ts'

/** One headed part of the consent text. `id` is stable across versions. */
export type ConsentSection = { id: string; heading: string; paragraphs: readonly string[] }

export type ConsentText = {
  /** Kept with every verification, so that a record shows the exact text that was signed. */
  version: string
  title: string
  sections: readonly ConsentSection[]
}

export const currentConsentTextVersion = '2027-01'

const titles: Record<VerificationKind, string> = {
  age: 'Age & Identity Verification Consent Form',
  person: 'Person Verification Consent Form',
}

const purpose: Record<VerificationKind, readonly [string, string]> = {
  age: [
    'The parties met, or are in contact, online. This document records that each of them states that they are at least 18 years old and who they are, before they take their contact further, and how each of these statements is known: declared, read from a document, checked by a provider, or proven by a wallet.',
    'It is a record of age and identity only. It is not consent to any act, meeting or relationship, and it never replaces the consent that every act needs at the time it happens.',
  ],
  person: [
    'The parties met, or are in contact, online. This document records that each of them states that they are at least 18 years old and the person they say they are, and how each of these statements is known: declared, read from a document, checked by a provider, or proven by a wallet.',
    'It is a record of identity only. It is not consent to any act, meeting or relationship, and it never replaces the consent that every act needs at the time it happens.',
  ],
}

const withdrawal =
  'Either party may withdraw it at any time, without giving a reason, for the future. A withdrawal is added to the record; it does not erase that the record was made.'

/** The beginning and the end of the consent (VALID-2). */
const duration: Record<Validity, readonly string[]> = {
  until_withdrawn: [`This consent begins when both parties have signed. ${withdrawal}`],
  '24_hours': writeDuration('24 hours'),
  '7_days': writeDuration('7 days, which are 168 hours,'),
}

function writeDuration(time: string): readonly string[] {
  return [
    `This consent begins when both parties have signed: at the moment the third party submits this document, by the clock of the service. It is valid for ${time} from that moment, and no longer. The record of it stays.`,
    withdrawal,
  ]
}

function writeSections(kind: VerificationKind, validity: Validity): readonly ConsentSection[] {
  return [
    {
      id: 'introduction',
      heading: 'Introduction',
      paragraphs: [
        'This document is made between the person who created it (the creator) and the person who was invited to complete it (the third party). Together they are the parties.',
        'Each party takes part freely. Either may decline, without giving a reason and without any disadvantage from this service.',
      ],
    },
    { id: 'purpose', heading: 'Purpose', paragraphs: purpose[kind] },
    {
      id: 'consent',
      heading: 'Consent to verification',
      paragraphs: [
        'By signing, each party agrees that the details, and the photos and identity documents where they are asked for, that they provide here are used to make this record and are shown to the other party once the verification is complete, as far as the service allows.',
        'An identity document may be read by a program on the service’s own machines, and a wallet may be asked whether its holder is 18 or over. Of both only the result is kept: what was read, and what the wallet answered, is not.',
        'Each party types their name as their signature. A typed name is a simple electronic signature. It shows the intention to sign; it does not by itself prove who typed it.',
      ],
    },
    {
      id: 'data-usage',
      heading: 'Data usage',
      paragraphs: [
        'Photos and identity documents are stored encrypted and are used for this record and for nothing else. They are not sold, not used for advertising and not used to train software.',
        'The record keeps a fingerprint of each file, so that it can later be shown which files were provided, even after the files themselves have been destroyed.',
        'Neither party may copy, publish or pass on what the other party provided, except to a court, a public authority or a legal adviser.',
      ],
    },
    {
      id: 'duration',
      heading: 'Duration and termination',
      paragraphs: [
        ...duration[validity],
        'An invitation that is not completed in time lapses, and what was uploaded for it is destroyed.',
      ],
    },
    {
      id: 'representations',
      heading: 'Representations',
      paragraphs: [
        'Each party states that they are at least 18 years old, that the details and documents they provide are true and their own, and that nobody has pressed, threatened or tricked them into signing.',
        'A party who gives false details, or uses the documents of another person, may commit an offence.',
      ],
    },
    {
      id: 'liability',
      heading: 'Limitation of liability',
      paragraphs: [
        'The service records what the parties provide, and says beside each statement how it is known. It does not check identity documents with the authorities that issued them, and it does not promise that a party is who they say they are.',
        'Nothing here limits liability that the law does not allow to be limited. This document is not legal advice.',
      ],
    },
    {
      id: 'governing-law',
      heading: 'Governing law',
      paragraphs: [
        'This document is governed by the laws of England and Wales. Mandatory rights that a party has under the law of the country they live in remain untouched.',
      ],
    },
  ]
}

/** Every version that an existing verification may have. */
const versions: Record<string, (kind: VerificationKind, validity: Validity) => readonly ConsentSection[]> = {
  // In this version only a withdrawal ended the consent.
  '2026-12': (kind) => writeSections(kind, 'until_withdrawn'),
  [currentConsentTextVersion]: writeSections,
}

/** The consent text of a verification, or `null` for an unknown version (FORM-4). */
export function findConsentText({
  consentTextVersion: version,
  type,
  validity,
}: {
  consentTextVersion: string
  type: VerificationKind
  validity: Validity
}): ConsentText | null {
  const write = Object.hasOwn(versions, version) ? versions[version] : undefined
  return write ? { version, title: titles[type], sections: write(type, validity) } : null
}

/** The warning that the third party reads first (FORM-3). */
export const thirdPartyWarning = [
  'Do not sign if you are under 18.',
  'If anyone is pressing you, stop and seek help from an adult you trust.',
  'Take your time.',
] as const

/** The sentences that are ticked; `additionalTerms` is shown only if there are any. */
export const consentStatements = {
  identity:
    'I consent to sharing my identity, with all that I give here, with the other party of this verification.',
  adult: 'I am 18 or over',
  willing: 'I confirm that I am not being coerced to sign this form and I willingly consent as an adult.',
  additionalTerms: 'I have read and agree to the additional terms and conditions specified above.',
} as const
