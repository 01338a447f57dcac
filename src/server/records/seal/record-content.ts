import { type LanguageTag, languages } from '../../../domain/language.ts'
import type { Party, RecordFacts, SignedText } from '../../../domain/record/record.ts'
import type { ConsentSection } from '../../../domain/verification/consent-text.ts'
import { describeHowKnown } from '../../../words/describe-how-known.ts'
import evidenceWords from '../../../words/en/evidence.ts'
import formWords from '../../../words/en/form.ts'
import * as factNames from '../../../words/evidence.ts'
import { readLanguage } from '../../../words/language.ts'
import * as recordWords from '../../../words/record.ts'
import { describeTextVersion } from '../../../words/text-version.ts'
import { speakIn } from '../../platform/language/index.ts'
import type { Block, DocumentContent, Fact, TimestampState } from '../../platform/pdf/index.ts'
import {
  explainHowToCheck,
  findLanguages,
  makeFrame,
  partyWords,
  words,
  writeMasthead,
  writePendingRemark,
  writeTrailTable,
} from './content-parts.ts'
import { onPaper, toPaper, writeIn } from './paper-words.ts'

const { describeInFormat, describeLongDay } = recordWords
const factWords = onPaper(factNames.factWords)
const knownWords = onPaper(evidenceWords)
const summaryWords = onPaper(formWords.summary)
const emailProofWords = onPaper(recordWords.emailProofWords)
const fileTypeWords = onPaper(recordWords.fileTypeWords)
const ofEvidenceWords = onPaper(recordWords.ofEvidenceWords)

/** Writes the pages in the language in which the creator signed, and the first also in the third party's. */
export function writeRecordContent(facts: RecordFacts, timestamp: TimestampState): DocumentContent {
  const { language, alsoIn } = findLanguages(facts)
  return speakIn(language, () => ({
    ...makeFrame(facts),
    blocks: [
      ...writeFirstPage(facts, timestamp),
      ...(alsoIn ? writeIn(alsoIn, () => writeFirstPageAgain(facts, timestamp)) : []),
      ...writeParties(facts),
      ...writeAgreement(facts),
      {
        block: 'heading',
        text: words.headings.evidence,
        level: 2,
        ...stayAbove('table', facts.format),
      },
      { block: 'paragraph', tone: 'quiet', text: facts.evidence.length === 0 ? words.noFiles : words.files },
      {
        block: 'table',
        columns: [
          { heading: words.columns.file, share: 27 },
          { heading: words.columns.type, share: 13 },
          { heading: words.columns.sha256, share: 60, style: 'mono' },
        ],
        rows: facts.evidence.map(({ party, category, contentType, sha256 }) => [
          words.partyFile({ party: partyWords[party], file: ofEvidenceWords[category] }),
          fileTypeWords[contentType],
          sha256,
        ]),
      },
      { block: 'heading', text: words.headings.trail, level: 2 },
      writeTrailTable(facts),
      ...explainHowToCheck(facts),
    ],
  }))
}

/** Names, signatures, what a record isn't, and how each thing is known. */
function writeFirstPage(facts: RecordFacts, timestamp: TimestampState): Block[] {
  const { format } = facts
  return [
    writeMasthead(
      facts,
      words.titles[facts.kind],
      words.completed({ at: describeInFormat(facts.verifiedAt, format) }),
    ),
    {
      block: 'signatures',
      signatures: facts.signatures.map(({ party, signature, printedName, ...signed }) => ({
        role: partyWords[party],
        signature,
        printedName,
        signedOn: describeSigning(signed, format),
      })),
    },
    ...explainLimits(facts),
    {
      block: 'facts',
      rows: [
        { label: words.labels.record, value: facts.verificationId, style: 'mono' },
        ...listTimes(facts, timestamp),
        ...(format === 'sealed-record/2' ? [] : [{ label: words.labels.pattern, value: words.pattern }]),
      ],
    },
    ...writePendingRemark(timestamp),
    ...remarkOddities(facts),
    ...explainHowKnown(facts),
  ]
}

/** The same for the reader of another language, without what needs no words. */
function writeFirstPageAgain(facts: RecordFacts, timestamp: TimestampState): Block[] {
  return [
    { block: 'heading', text: words.titles[facts.kind], level: 2 },
    {
      block: 'paragraph',
      text: words.completed({ at: describeInFormat(facts.verifiedAt, facts.format) }),
      tone: 'quiet',
    },
    {
      block: 'facts',
      rows: facts.signatures.map(({ party, printedName, ...signed }) => ({
        label: partyWords[party],
        value: [printedName, ...describeSigning(signed, facts.format)].join('\n'),
      })),
    },
    ...explainLimits(facts),
    { block: 'facts', rows: listTimes(facts, timestamp) },
    ...writePendingRemark(timestamp),
    ...remarkOddities(facts),
    ...explainHowKnown(facts),
  ]
}

function describeSigning(
  { signedAt, signedOn }: Pick<RecordFacts['signatures'][number], 'signedAt' | 'signedOn'>,
  format: RecordFacts['format'],
): string[] {
  const at = describeInFormat(signedAt, format)
  return format === 'sealed-record/2'
    ? [words.first.signed({ at, day: signedOn })]
    : [words.signed({ at }), words.signersDay({ day: describeLongDay(signedOn) })]
}

/**
 * Below the two names at the top (RECORD-53), including the consent text's sentence about the limits of a record, and
 * since `sealed-record/4` which text each person signed (RECORD-82).
 */
function explainLimits(facts: RecordFacts): Block[] {
  const limits = `${words.asTyped} ${summaryWords.aRecord}`
  return [
    { block: 'paragraph', text: limits, tone: 'quiet' },
    ...(facts.format === 'sealed-record/4'
      ? [{ block: 'paragraph' as const, text: describeTexts(facts.consent), tone: 'quiet' as const }]
      : []),
  ]
}

function describeTexts({ creator, thirdParty }: { creator: SignedText; thirdParty: SignedText }): string {
  const names = { creator: nameLanguage(creator.language), thirdParty: nameLanguage(thirdParty.language) }
  const signed =
    creator.language === thirdParty.language
      ? words.languages.same({ language: names.creator })
      : words.languages.different(names)
  return `${signed} ${words.languages.bound}`
}

const nameLanguage = (tag: LanguageTag): string =>
  new Intl.DisplayNames([readLanguage().locale], { type: 'language' }).of(tag) ?? languages[tag].name

function listTimes(facts: RecordFacts, timestamp: TimestampState): Fact[] {
  const { createdAt, validUntil, format } = facts
  const { created, validUntil: until, timestamp: stamp } = words.labels
  return [
    { label: created, value: describeInFormat(createdAt, format) },
    ...(validUntil ? [{ label: until, value: describeInFormat(validUntil, format) }] : []),
    { label: stamp, value: words.timestamps[timestamp] },
  ]
}

function writeParties({ creator, thirdParty, format }: RecordFacts): Block[] {
  const { dateOfBirth, email, socialMedia, platform, ageShown, ageClaimed, emailProof } = words.labels
  const birthDate = format === 'sealed-record/2' ? creator.dateOfBirth : describeLongDay(creator.dateOfBirth)
  return [
    { block: 'heading', text: words.headings.parties, level: 2, ...stayAbove('parties', format) },
    { block: 'paragraph', text: words.typed, tone: 'quiet' },
    {
      block: 'parties',
      parties: [
        {
          role: partyWords.creator,
          name: creator.fullName,
          rows: [
            { label: dateOfBirth, value: birthDate },
            { label: email, value: creator.emailConfirmed ? words.emailConfirmed : words.emailNotConfirmed },
          ],
        },
        {
          role: partyWords.third_party,
          name: thirdParty.fullName,
          rows: [
            { label: socialMedia, value: thirdParty.socialMediaName },
            { label: platform, value: thirdParty.platformName },
            ...writeIfGiven(ageShown, thirdParty.platformAge),
            ...writeIfGiven(ageClaimed, thirdParty.claimedAge),
            { label: email, value: thirdParty.email },
            { label: emailProof, value: emailProofWords[thirdParty.emailProof] },
          ],
        },
      ],
    },
  ]
}

/** Explains how each statement is known, which readers need first (EVIDENCE-6). */
function explainHowKnown({ known, sources, format }: RecordFacts): Block[] {
  return [
    { block: 'heading', text: words.headings.howKnown, level: 2 },
    {
      block: 'table',
      columns: [
        { heading: words.columns.what, share: 13 },
        { heading: words.columns.ofWhom, share: 13 },
        { heading: words.columns.howKnown, share: 52 },
        { heading: words.columns.since, share: 22 },
      ],
      rows: known.map((fact) => [
        factWords[fact.fact],
        partyWords[fact.party === 'creator' ? 'creator' : 'third_party'],
        toPaper(describeHowKnown(fact, sources[fact.party], format)),
        describeInFormat(fact.at, format, 'narrow'),
      ]),
    },
    { block: 'paragraph', text: knownWords.notMeant, tone: 'quiet' },
  ]
}

/** Shown as a remark, so that it isn't overlooked (EVIDENCE-16). */
function remarkOddities({ odd = [] }: RecordFacts): Block[] {
  if (odd.length === 0) return []
  const text = toPaper(odd.map(recordWords.describeOddity).join(' '))
  return [{ block: 'remark', heading: toPaper(recordWords.writeOdditiesTitle()), text }]
}

/** The signed texts and the creator's own terms: each in the language in which it was signed or written. */
function writeAgreement(facts: RecordFacts): Block[] {
  if (facts.format !== 'sealed-record/4') {
    const { title, version, sections, ticked } = facts.consent
    return [
      { block: 'heading', text: words.headings.agreed, level: 2 },
      {
        block: 'paragraph',
        text: words.textVersion({ title, version: describeTextVersion(version) }),
        tone: 'quiet',
      },
      ...writeSections(sections),
      ...writeAdditionalTerms(facts, null),
      ...writeTicked(ticked),
    ]
  }
  const { creator, thirdParty } = facts.consent
  const ofCreator = listTicked(creator)
  const ofThirdParty = listTicked(thirdParty)
  return creator.sha256 === thirdParty.sha256
    ? [
        { block: 'heading', text: words.headings.agreed, level: 2 },
        ...writeIn(creator.language, () => writeText(creator)),
        ...writeAdditionalTerms(facts, facts.language),
        ...writeIn(creator.language, () => writeTicked({ creator: ofCreator, thirdParty: ofThirdParty })),
      ]
    : [
        ...writeOwnText('creator', creator, { creator: ofCreator, thirdParty: [] }),
        ...writeOwnText('third_party', thirdParty, { creator: [], thirdParty: ofThirdParty }),
        ...writeAdditionalTerms(facts, facts.language),
      ]
}

const listTicked = ({ statements, ticked }: SignedText) => ticked.map((name) => statements[name])

type Ticked = { creator: readonly string[]; thirdParty: readonly string[] }

/** The text that one person signed, under a heading in the language of the record. */
function writeOwnText(party: Party, text: SignedText, ticked: Ticked): Block[] {
  return [
    { block: 'heading', text: words.headings.agreedBy[party], level: 2 },
    ...writeIn(text.language, () => [
      ...writeText(text),
      // The creator of a person verification ticks nothing.
      ...(text.ticked.length > 0 ? writeTicked(ticked) : []),
    ]),
  ]
}

function writeText({ title, version, language, sha256, sections }: SignedText): Block[] {
  return [
    {
      block: 'paragraph',
      text: `${words.textVersion({ title, version: describeTextVersion(version) })} ${words.languages.signedIn({ language: nameLanguage(language) })}`,
      tone: 'quiet',
    },
    { block: 'facts', rows: [{ label: words.labels.textHash, value: sha256, style: 'mono' }] },
    ...writeSections(sections),
  ]
}

function writeSections(sections: readonly ConsentSection[]): Block[] {
  return sections.flatMap(({ heading, paragraphs }): Block[] => [
    { block: 'heading', text: heading, level: 3 },
    ...paragraphs.map((text) => ({ block: 'paragraph' as const, text })),
  ])
}

function writeTicked({ creator, thirdParty }: Ticked): Block[] {
  return [
    { block: 'heading', text: words.headings.ticked, level: 2 },
    {
      block: 'facts',
      rows: [
        ...creator.map((value) => ({ label: partyWords.creator, value })),
        ...thirdParty.map((value) => ({ label: partyWords.third_party, value })),
      ],
    },
  ]
}

/**
 * Marks a person's own words as theirs, and separates them from the service's (RECORD-52).
 * @param language in which they wrote; null in the formats that don't say it
 */
function writeAdditionalTerms(
  { additionalTerms: terms, creator }: RecordFacts,
  language: LanguageTag | null,
): Block[] {
  const heading: Block = { block: 'heading', text: words.headings.terms, level: 2 }
  if (terms === null) return [heading, { block: 'paragraph', text: words.noTerms }]
  const introduction = toPaper(recordWords.describeAddedTerms(creator.fullName))
  return [
    heading,
    { block: 'paragraph', tone: 'quiet', text: introduction },
    { block: 'quotation', text: terms, ...(language ? { language } : {}) },
  ]
}

/** Keeps a heading on the page of what follows its paragraph; the pages of earlier formats stay as they are. */
const stayAbove = (above: 'parties' | 'table', format: RecordFacts['format']) =>
  format === 'sealed-record/4' ? { above } : {}

function writeIfGiven(label: string, value: string | null): Fact[] {
  return value === null ? [] : [{ label, value }]
}
