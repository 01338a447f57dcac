import { productName } from '../../../domain/product.ts'
import type { RecordFacts } from '../../../domain/record/record.ts'
import { describeHowKnown } from '../../../words/describe-how-known.ts'
import knownWords from '../../../words/en/evidence.ts'
import formWords from '../../../words/en/form.ts'
import { factWords } from '../../../words/evidence.ts'
import { dropIsolates } from '../../../words/fill.ts'
import {
  describeAddedTerms,
  describeInFormat,
  describeLongDay,
  describeOddity,
  emailProofWords,
  fileTypeWords,
  ofEvidenceWords,
  partyWords,
  writeOdditiesTitle,
} from '../../../words/record.ts'
import type { Block, DocumentContent, Fact, TimestampState } from '../../platform/pdf/index.ts'
import {
  explainHowToCheck,
  makeFrame,
  timestampWords,
  writeMasthead,
  writePendingRemark,
  writeTrailTable,
} from './content-parts.ts'

const titles = {
  age: 'Record of age and identity verification',
  person: 'Record of person verification',
} as const

/**
 * Shown below the two names at the top (RECORD-53), including the consent text's sentence about the limits of a record.
 */
const writeSignedWords = () =>
  `Names and signatures are as the two people typed them. ${formWords.summary.aRecord}`

/** Separates the service's own statements from the two people's entries (RECORD-53). */
const typedWords =
  'Names, ages and accounts are as the two people typed them. How each thing is known is said above, by the service.'

/** Where the lines are that a record has on its pages, but not in the file itself. */
const patternWords =
  'Drawn from the fingerprint of this file, so the file can’t contain it. The page that checks this record shows it.'

export function writeRecordContent(facts: RecordFacts, timestamp: TimestampState): DocumentContent {
  const { creator, thirdParty, consent, format } = facts
  const isFirst = format === 'sealed-record/2'
  return {
    ...makeFrame(facts, `Sealed record · ${productName}`),
    blocks: [
      writeMasthead(
        facts,
        titles[facts.kind],
        `Completed by both parties on ${describeInFormat(facts.verifiedAt, format)}`,
      ),
      {
        block: 'signatures',
        signatures: facts.signatures.map(({ party, signature, printedName, signedOn, signedAt }) => ({
          role: partyWords[party],
          signature,
          printedName,
          signedOn: isFirst
            ? [`Signed at ${describeInFormat(signedAt, format)}; their local date was ${signedOn}`]
            : [
                `Signed ${describeInFormat(signedAt, format)}`,
                `The day on their calendar: ${describeLongDay(signedOn)}`,
              ],
        })),
      },
      { block: 'paragraph', text: writeSignedWords(), tone: 'quiet' },
      {
        block: 'facts',
        rows: [
          { label: 'Record', value: facts.verificationId, style: 'mono' },
          { label: 'Created', value: describeInFormat(facts.createdAt, format) },
          ...(facts.validUntil
            ? [{ label: 'Valid until', value: describeInFormat(facts.validUntil, format) }]
            : []),
          { label: 'Timestamp', value: timestampWords[timestamp] },
          ...(isFirst ? [] : [{ label: 'Pattern', value: patternWords }]),
        ],
      },
      ...writePendingRemark(timestamp),
      ...remarkOddities(facts),
      ...explainHowKnown(facts),
      { block: 'heading', text: 'The parties', level: 2 },
      { block: 'paragraph', text: typedWords, tone: 'quiet' },
      {
        block: 'parties',
        parties: [
          {
            role: partyWords.creator,
            name: creator.fullName,
            rows: [
              {
                label: 'Date of birth',
                value: isFirst ? creator.dateOfBirth : describeLongDay(creator.dateOfBirth),
              },
              {
                label: 'Email',
                value: creator.emailConfirmed ? 'Confirmed by an emailed link' : 'Not confirmed',
              },
            ],
          },
          {
            role: partyWords.third_party,
            name: thirdParty.fullName,
            rows: [
              { label: 'Social media', value: thirdParty.socialMediaName },
              { label: 'Platform', value: thirdParty.platformName },
              ...writeIfGiven('Age shown', thirdParty.platformAge),
              ...writeIfGiven('Age claimed', thirdParty.claimedAge),
              { label: 'Email', value: thirdParty.email },
              { label: 'Email proof', value: emailProofWords[thirdParty.emailProof] },
            ],
          },
        ],
      },
      { block: 'heading', text: 'What was agreed', level: 2 },
      { block: 'paragraph', text: `${consent.title}, version ${consent.version}.`, tone: 'quiet' },
      ...consent.sections.flatMap(({ heading, paragraphs }): Block[] => [
        { block: 'heading', text: heading, level: 3 },
        ...paragraphs.map((text) => ({ block: 'paragraph' as const, text })),
      ]),
      { block: 'heading', text: 'Additional terms', level: 2 },
      ...writeAdditionalTerms(facts),
      { block: 'heading', text: 'Statements ticked', level: 2 },
      {
        block: 'facts',
        rows: [
          ...consent.ticked.creator.map((value) => ({ label: partyWords.creator, value })),
          ...consent.ticked.thirdParty.map((value) => ({ label: partyWords.third_party, value })),
        ],
      },
      { block: 'heading', text: 'Evidence', level: 2 },
      {
        block: 'paragraph',
        tone: 'quiet',
        text: describeFingerprints(facts),
      },
      {
        block: 'table',
        columns: [
          { heading: 'File', share: 27 },
          { heading: 'Type', share: 13 },
          { heading: 'SHA-256', share: 60, style: 'mono' },
        ],
        rows: facts.evidence.map(({ party, category, contentType, sha256 }) => [
          `${partyWords[party]}: ${ofEvidenceWords[category]}`,
          fileTypeWords[contentType],
          sha256,
        ]),
      },
      { block: 'heading', text: 'Audit trail', level: 2 },
      writeTrailTable(facts),
      ...explainHowToCheck(facts),
    ],
  }
}

/** Explains how each statement is known, which readers need first (EVIDENCE-6). */
function explainHowKnown({ known, sources, format }: RecordFacts): Block[] {
  return [
    { block: 'heading', text: 'How each thing is known', level: 2 },
    {
      block: 'table',
      columns: [
        { heading: 'What', share: 13 },
        { heading: 'Of whom', share: 13 },
        { heading: 'How it is known', share: 52 },
        { heading: 'Since', share: 22 },
      ],
      rows: known.map((fact) => [
        factWords[fact.fact],
        partyWords[fact.party === 'creator' ? 'creator' : 'third_party'],
        dropIsolates(describeHowKnown(fact, sources[fact.party], format)),
        describeInFormat(fact.at, format, 'narrow'),
      ]),
    },
    { block: 'paragraph', text: knownWords.notMeant, tone: 'quiet' },
  ]
}

/** Shown as a remark, so that it isn't overlooked (EVIDENCE-16). */
function remarkOddities({ odd = [] }: RecordFacts): Block[] {
  return odd.length === 0
    ? []
    : [{ block: 'remark', heading: writeOdditiesTitle(), text: odd.map(describeOddity).join(' ') }]
}

/** Marks a person's own words as theirs, and separates them from the service's (RECORD-52). */
function writeAdditionalTerms({ additionalTerms: terms, creator }: RecordFacts): Block[] {
  if (terms === null) return [{ block: 'paragraph', text: 'None.' }]
  return [
    {
      block: 'paragraph',
      tone: 'quiet',
      text: dropIsolates(describeAddedTerms(creator.fullName)),
    },
    { block: 'quotation', text: terms },
  ]
}

function describeFingerprints({ evidence }: RecordFacts): string {
  if (evidence.length === 0) return 'Neither party gave a photo or an identity document.'
  return 'Photos and identity documents are not part of this record. Their fingerprints are. Each fingerprint is of the stored picture, byte for byte, so a person who downloaded the picture can show that it is the one that was given.'
}

function writeIfGiven(label: string, value: string | null): Fact[] {
  return value === null ? [] : [{ label, value }]
}
