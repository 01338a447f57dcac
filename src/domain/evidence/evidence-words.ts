import type { AskedAgeStep } from './asks-for.ts'
import type {
  DocumentKind,
  DocumentSource,
  EvidenceSource,
  EvidenceStep,
  Fact,
  MailboxStep,
} from './evidence.ts'
import type { KnownFact } from './known-facts.ts'

/** The words for how each thing is known: the same on forms, in records, in mails and on the check page (EVIDENCE-4). */
export const factWords: Record<Fact, string> = {
  age: '18 or over',
  name: 'Name',
  face: 'Face',
  mailbox: 'Mailbox',
}

/** A step in two or three words, for a badge. */
export const stepWords: Record<EvidenceStep | MailboxStep, string> = {
  declared: 'Declared',
  document: 'Read from a document',
  provider: 'Checked by a provider',
  wallet: 'Proven by a wallet',
  typed: 'Typed',
  code: 'Confirmed by mail',
}

const documentKindWords: Record<DocumentKind, string> = {
  passport: 'passport',
  identity_card: 'identity card',
  residence_permit: 'residence permit',
  driving_licence: 'driving licence',
  state_identity_card: 'state identity card',
}

/** What a step means, in two sentences: what was done, and what was not. */
export const stepMeanings: Record<
  Fact,
  Partial<Record<EvidenceStep | MailboxStep, readonly [string, string]>>
> = {
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
}

/** What the whole table does not say, in one sentence. */
export const notMeant =
  'None of these steps proves who sat in front of the screen, or that anybody was free when they signed.'

/** How one fact is known, in a sentence that says what it is worth. `sources` are those of the same person. */
export function knownSentence(known: KnownFact, sources: readonly EvidenceSource[]): string {
  const [done, not] = stepMeanings[known.fact][known.step] ?? ['Nothing is known of it.', '']
  return [detailed(known, sources) ?? done, differing(known, sources), not].filter(Boolean).join(' ')
}

/** The same with the document or the issuer by name, where there is one. */
function detailed({ fact, step }: KnownFact, sources: readonly EvidenceSource[]): string | null {
  const source = sources.find((candidate) => candidate.step === step)
  if (source?.step === 'document') {
    const document = `${article(documentKindWords[source.document])} (${source.issuingState})`
    return fact === 'age'
      ? `18 or over on ${source.day}: read from ${document}, ${readFromWords[source.readFrom]} in order.`
      : `The same name was read from ${document}.`
  }
  if (source?.step === 'wallet') {
    return `18 or over: proven by a wallet with a credential that ${source.issuerName} signed.`
  }
  if (source?.step === 'provider') {
    return {
      age: `18 or over: ${source.provider} examined a document.`,
      name: `${source.provider} read the same name in a document.`,
      face: `${source.provider} compared the face with the photo in a document.`,
      mailbox: null,
    }[fact]
  }
  return null
}

const readFromWords: Record<DocumentSource['readFrom'], string> = {
  lines: 'check digits and expiry',
  barcode: 'its barcode and expiry',
  print: 'its number and expiry',
}

/** What became of a document that proves nothing. */
const unreadWords: Record<string, string> = {
  expired: 'A document was given that has expired.',
  two_documents: 'A picture was given in which there is more than one document.',
  not_a_document: 'A picture was given in which no program found a document that it can read.',
  specimen: 'A document was given that is a specimen, or no state’s.',
  unreadable: 'A document was given, and no program could read it.',
}

/** What was tried and did not fit what was typed. */
function differing({ fact, step, agrees }: KnownFact, sources: readonly EvidenceSource[]): string | null {
  if (step !== 'declared') return null
  if (agrees === false) {
    return {
      age: 'The birth date in the document that they gave is another.',
      name: 'The name in the document that they gave is another.',
      face: 'A provider found that it is not the face in the document.',
      mailbox: null,
    }[fact]
  }
  const unread = sources.find((source) => source.step === 'unread')
  return fact === 'age' && unread ? (unreadWords[unread.outcome] ?? unreadWords['unreadable'] ?? null) : null
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** What a creator asks for, as the other person reads it before they begin. */
export const askedWords: Record<AskedAgeStep, string> = {
  declared: 'Your word that you are 18 or over.',
  document: 'Your word that you are 18 or over, and an ID from which a program can read it.',
  wallet: 'A proof from a wallet on your phone that you are 18 or over.',
}
