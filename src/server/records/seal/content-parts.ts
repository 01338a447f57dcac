import { productName } from '../../../domain/product.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import { actorWords, describeClock, describeTrailEntry, describeUtc } from '../../../words/record.ts'
import type { Block, DocumentContent, TimestampState } from '../../platform/pdf/index.ts'

export const timestampWords: Record<TimestampState, string> = {
  granted: 'An independent time authority (RFC 3161) stamped the seal. Its timestamp is inside this file.',
  pending: 'Timestamp pending',
  none: 'None. The times in this document are those of the service.',
}

const selfSignedWords =
  'The service itself. The certificate shows that one key sealed; no authority vouches for whose key it is.'

type Facts = RecordFacts | WithdrawalFacts

export function makeFrame(facts: Facts, title: string): Omit<DocumentContent, 'blocks'> {
  return {
    title,
    language: 'en-GB',
    reference: facts.checkUrl,
    foot: `${productName} · ${facts.verificationId}`,
    unprintableNote:
      'Characters that cannot be seen, and those that no font of this document has, are shown by ' +
      'their Unicode numbers, such as [U+0B95]. The JSON copy of this record has the characters ' +
      'themselves.',
  }
}

export function writeMasthead(facts: Facts, title: string, subtitle: string): Block {
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

export function writePendingRemark(timestamp: TimestampState): Block[] {
  if (timestamp !== 'pending') return []
  return [
    {
      block: 'remark',
      heading: 'Timestamp pending',
      text:
        'The time authority had not answered when this document was sealed. A copy with its timestamp ' +
        'takes this one’s place as soon as it does; this one stays valid.',
    },
  ]
}

export function writeTrailTable({ auditTrail }: Facts): Block {
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
        describeUtc(entry.at),
        describeTrailEntry(entry),
        actorWords[entry.actor],
        entry.hash,
      ]
      const leftOut = entry.sequence - 1 - (auditTrail[index - 1]?.sequence ?? entry.sequence - 1)
      return leftOut > 0 ? [['…', '', `and ${leftOut} more of these`, '', ''], row] : [row]
    }),
  }
}

export function explainHowToCheck(facts: Facts): Block[] {
  return [
    { block: 'heading', text: 'How to check this document', level: 2 },
    {
      block: 'paragraph',
      text:
        `Open ${facts.checkUrl.split('#')[0] ?? facts.checkUrl} or scan the code on the first page. ` +
        'Any PDF reader, or the free tool pdfsig, shows whether the seal is unbroken. The seal belongs ' +
        'to the certificate below, and the fingerprint of this file is entered in a public log that ' +
        'can only grow; the state of that log just before is below too.',
    },
    {
      block: 'facts',
      rows: [
        { label: 'Seal', value: 'PAdES, ECDSA P-256 with SHA-256' },
        { label: 'Certificate (SHA-256)', value: facts.sealCertificateSha256, style: 'mono' },
        { label: 'Issued by', value: facts.sealCertificateIssuer ?? selfSignedWords },
        { label: 'Log', value: `${facts.log.size} documents on ${describeUtc(facts.log.at)}` },
        { label: 'Log root', value: facts.log.rootHash, style: 'mono' },
        { label: 'Drawn', value: describeUtc(facts.drawnAt) },
        { label: 'Clock', value: describeClock(facts.clock) },
        { label: 'Revision', value: String(facts.revision) },
      ],
    },
  ]
}
