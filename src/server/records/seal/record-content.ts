import { productName } from '../../../domain/product.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import {
  actorWords,
  emailProofWords,
  evidenceWords,
  fileTypeWords,
  kindWords,
  partyWords,
  trailWords,
  utcWords,
} from '../../../domain/record/words.ts'
import type { Block, DocumentContent, Fact, TimestampState } from '../../platform/pdf/index.ts'

const titles = {
  age: 'Record of age and identity verification',
  person: 'Record of person verification',
} as const

const timestampWords: Record<TimestampState, string> = {
  granted: 'An independent time authority (RFC 3161) stamped the seal. Its timestamp is inside this file.',
  pending: 'Timestamp pending',
  none: 'None. The times in this document are those of the service.',
}

/** The pages of a record. */
export function recordContent(facts: RecordFacts, timestamp: TimestampState): DocumentContent {
  const { creator, thirdParty, consent } = facts
  return {
    ...frame(facts, `Sealed record · ${productName}`),
    blocks: [
      masthead(facts, titles[facts.kind], `Completed by both parties on ${utcWords(facts.verifiedAt)}`),
      {
        block: 'facts',
        rows: [
          { label: 'Record', value: facts.verificationId, style: 'mono' },
          { label: 'Kind', value: kindWords[facts.kind] },
          { label: 'Created', value: utcWords(facts.createdAt) },
          { label: 'Completed', value: utcWords(facts.verifiedAt) },
          { label: 'Timestamp', value: timestampWords[timestamp] },
        ],
      },
      ...pendingRemark(timestamp),
      { block: 'heading', text: 'The parties', level: 2 },
      {
        block: 'parties',
        parties: [
          {
            role: partyWords.creator,
            name: creator.fullName,
            rows: [
              { label: 'Date of birth', value: creator.dateOfBirth },
              {
                label: 'Email',
                value: creator.emailConfirmed ? 'Confirmed by a mailed link' : 'Not confirmed',
              },
            ],
          },
          {
            role: partyWords.third_party,
            name: thirdParty.fullName,
            rows: [
              { label: 'Social media', value: thirdParty.socialMediaName },
              { label: 'Platform', value: thirdParty.platformName },
              ...optional('Age shown', thirdParty.platformAge),
              ...optional('Age claimed', thirdParty.claimedAge),
              { label: 'Email', value: thirdParty.email },
              { label: 'Email proof', value: emailProofWords[thirdParty.emailProof] },
            ],
          },
        ],
      },
      { block: 'heading', text: 'Signatures', level: 2 },
      {
        block: 'signatures',
        signatures: facts.signatures.map(({ party, signature, printedName, signedOn, signedAt }) => ({
          role: partyWords[party],
          signature,
          printedName,
          signedOn: `Signed at ${utcWords(signedAt)}, on ${signedOn} by their own calendar`,
        })),
      },
      { block: 'heading', text: 'What was agreed', level: 2 },
      { block: 'paragraph', text: `${consent.title}, version ${consent.version}.`, tone: 'quiet' },
      ...consent.sections.flatMap(({ heading, paragraphs }): Block[] => [
        { block: 'heading', text: heading, level: 3 },
        ...paragraphs.map((text) => ({ block: 'paragraph' as const, text })),
      ]),
      { block: 'heading', text: 'Additional terms', level: 2 },
      { block: 'paragraph', text: facts.additionalTerms ?? 'None.' },
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
        text: 'Photos and identity documents are not part of this record. Their fingerprints are: whoever has one of the files can show that it is the one that was submitted. What the service keeps and shows is a copy without anything hidden in it; of a PDF, a picture of its pages.',
      },
      {
        block: 'table',
        columns: [
          { heading: 'File', share: 27 },
          { heading: 'Type', share: 13 },
          { heading: 'SHA-256 of the file as submitted', share: 60, style: 'mono' },
        ],
        rows: facts.evidence.map(({ party, category, contentType, sha256 }) => [
          `${partyWords[party]}: ${evidenceWords[category].toLowerCase()}`,
          fileTypeWords[contentType],
          sha256,
        ]),
      },
      { block: 'heading', text: 'Audit trail', level: 2 },
      trailTable(facts),
      ...howToCheck(facts),
    ],
  }
}

/** The pages of the addendum about a withdrawal. */
export function withdrawalContent(facts: WithdrawalFacts, timestamp: TimestampState): DocumentContent {
  return {
    ...frame(facts, `Withdrawal of consent · ${productName}`),
    blocks: [
      masthead(
        facts,
        'Withdrawal of consent',
        `Addendum to the record completed on ${utcWords(facts.verifiedAt)}`,
      ),
      {
        block: 'remark',
        heading: 'Consent withdrawn',
        text: `The ${partyWords[facts.withdrawnBy].toLowerCase()} withdrew their consent on ${utcWords(facts.withdrawnAt)}. From then on the record shows what was agreed before, and no longer that it holds.`,
      },
      { block: 'heading', text: 'The record', level: 2 },
      {
        block: 'facts',
        rows: [
          { label: 'Record', value: facts.verificationId, style: 'mono' },
          { label: 'Kind', value: kindWords[facts.kind] },
          { label: partyWords.creator, value: facts.creatorName },
          { label: partyWords.third_party, value: facts.thirdPartyName },
          { label: 'Completed', value: utcWords(facts.verifiedAt) },
          { label: 'Withdrawn', value: utcWords(facts.withdrawnAt) },
          { label: 'Withdrawn by', value: partyWords[facts.withdrawnBy] },
          { label: 'Timestamp', value: timestampWords[timestamp] },
        ],
      },
      ...pendingRemark(timestamp),
      { block: 'heading', text: 'The sealed record', level: 2 },
      {
        block: 'paragraph',
        tone: 'quiet',
        text: 'The sealed record stays what it is: proof of what both parties stated when they signed. The photos and identity documents were destroyed with the withdrawal.',
      },
      {
        block: 'table',
        columns: [
          { heading: 'Sealed', share: 32 },
          { heading: 'SHA-256 of the PDF', share: 68, style: 'mono' },
        ],
        rows: facts.records.map(({ sealedAt, pdfSha256 }) => [utcWords(sealedAt), pdfSha256]),
      },
      { block: 'heading', text: 'Audit trail since the completion', level: 2 },
      trailTable(facts),
      ...howToCheck(facts),
    ],
  }
}

type Facts = RecordFacts | WithdrawalFacts

function frame(facts: Facts, title: string): Omit<DocumentContent, 'blocks'> {
  return {
    title,
    language: 'en-GB',
    reference: facts.checkUrl,
    foot: `${productName} · ${facts.verificationId}`,
    unprintableNote:
      'Characters that no font of this document has are shown by their Unicode numbers, such as [U+0B95]. The JSON copy of this record has the characters themselves.',
  }
}

function masthead(facts: Facts, title: string, subtitle: string): Block {
  return {
    block: 'masthead',
    product: productName.toUpperCase(),
    title,
    subtitle,
    qr: {
      url: facts.checkUrl,
      caption: 'Check this record',
      description: 'QR code that opens the page on which this record can be checked',
    },
  }
}

function pendingRemark(timestamp: TimestampState): Block[] {
  if (timestamp !== 'pending') return []
  return [
    {
      block: 'remark',
      heading: 'Timestamp pending',
      text: 'The time authority had not answered when this document was sealed. A copy with its timestamp takes this one’s place as soon as it does; this one stays valid.',
    },
  ]
}

function optional(label: string, value: string | null): Fact[] {
  return value === null ? [] : [{ label, value }]
}

function trailTable({ auditTrail }: Facts): Block {
  return {
    block: 'table',
    columns: [
      { heading: 'No.', share: 5 },
      { heading: 'Time', share: 24 },
      { heading: 'What happened', share: 26 },
      { heading: 'By', share: 13 },
      { heading: 'Hash of the row', share: 32, style: 'mono' },
    ],
    rows: auditTrail.flatMap((entry, index) => {
      const row = [
        String(entry.sequence),
        utcWords(entry.at),
        trailWords(entry),
        actorWords[entry.actor],
        entry.hash,
      ]
      const leftOut = entry.sequence - 1 - (auditTrail[index - 1]?.sequence ?? entry.sequence - 1)
      return leftOut > 0 ? [['…', '', `and ${leftOut} more of these`, '', ''], row] : [row]
    }),
  }
}

function howToCheck(facts: Facts): Block[] {
  return [
    { block: 'heading', text: 'How to check this document', level: 2 },
    {
      block: 'paragraph',
      text: `Open ${facts.checkUrl.split('#')[0] ?? facts.checkUrl} or scan the code on the first page. Any PDF reader, or the free tool pdfsig, shows whether the seal is unbroken. The seal belongs to the certificate below, and the fingerprint of this file is entered in a public log that can only grow; the state of that log just before is below too.`,
    },
    {
      block: 'facts',
      rows: [
        { label: 'Seal', value: 'PAdES, ECDSA P-256 with SHA-256' },
        { label: 'Certificate (SHA-256)', value: facts.sealCertificateSha256, style: 'mono' },
        { label: 'Log', value: `${facts.log.size} documents on ${utcWords(facts.log.at)}` },
        { label: 'Log root', value: facts.log.rootHash, style: 'mono' },
        { label: 'Drawn', value: utcWords(facts.drawnAt) },
        { label: 'Revision', value: String(facts.revision) },
      ],
    },
  ]
}
