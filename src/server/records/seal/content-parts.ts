import type { LanguageTag } from '../../../domain/language.ts'
import { productName } from '../../../domain/product.ts'
import type { RecordFacts, RecordLanguages, WithdrawalFacts } from '../../../domain/record/record.ts'
import sealedWords from '../../../words/en/sealed-pages.ts'
import * as recordWords from '../../../words/record.ts'
import type { Block, DocumentContent, TimestampState } from '../../platform/pdf/index.ts'
import { onPaper, toPaper } from './paper-words.ts'

export const words = onPaper(sealedWords)
export const actorWords = onPaper(recordWords.actorWords)
export const partyWords = onPaper(recordWords.partyWords)

export type Facts = RecordFacts | WithdrawalFacts

/** The language of the service's own sentences in a document, and the other one that its first page is in too. */
export function findLanguages(facts: RecordLanguages): { language: LanguageTag; alsoIn: LanguageTag | null } {
  return facts.format === 'sealed-record/4'
    ? { language: facts.language, alsoIn: facts.alsoIn ?? null }
    : { language: 'en', alsoIn: null }
}

export function makeFrame(facts: Facts): Omit<DocumentContent, 'blocks'> {
  return {
    title: words.documentTitles[facts.document === 'withdrawal' ? 'withdrawal' : 'record']({
      product: productName,
    }),
    language: findLanguages(facts).language,
    reference: facts.checkUrl,
    foot: `${productName} · ${facts.verificationId}`,
    page: words.page({ page: '{page}', count: '{count}' }),
    unprintableNote: words.unprintable,
  }
}

export function writeMasthead(facts: Facts, title: string, subtitle: string): Block {
  return {
    block: 'masthead',
    product: productName.toUpperCase(),
    title,
    subtitle,
    qr: { url: facts.checkUrl, caption: words.qr.caption, description: words.qr.description },
  }
}

export function writePendingRemark(timestamp: TimestampState): Block[] {
  if (timestamp !== 'pending') return []
  return [{ block: 'remark', heading: words.timestamps.pending, text: words.pendingText }]
}

export function writeTrailTable({ auditTrail }: Facts): Block {
  const { number, time, event, by, rowHash } = words.columns
  return {
    block: 'table',
    columns: [
      { heading: number, share: 5 },
      { heading: time, share: 24 },
      { heading: event, share: 26 },
      { heading: by, share: 13 },
      { heading: rowHash, share: 32, style: 'mono' },
    ],
    rows: auditTrail.flatMap((entry, index) => {
      const row = [
        String(entry.sequence),
        recordWords.describeUtc(entry.at),
        toPaper(recordWords.describeTrailEntry(entry)),
        actorWords[entry.actor],
        entry.hash,
      ]
      const leftOut = entry.sequence - 1 - (auditTrail[index - 1]?.sequence ?? entry.sequence - 1)
      return leftOut > 0 ? [['…', '', words.moreRows({ count: leftOut }), '', ''], row] : [row]
    }),
  }
}

export function explainHowToCheck(facts: Facts): Block[] {
  const { seal, certificate, issuedBy, log, logRoot, drawn, clock, revision } = words.labels
  const at = recordWords.describeUtc(facts.log.at)
  return [
    { block: 'heading', text: words.headings.check, level: 2 },
    {
      block: 'paragraph',
      text: words.check({ address: facts.checkUrl.split('#')[0] ?? facts.checkUrl }),
    },
    {
      block: 'facts',
      rows: [
        { label: seal, value: words.seal },
        { label: certificate, value: facts.sealCertificateSha256, style: 'mono' },
        { label: issuedBy, value: facts.sealCertificateIssuer ?? words.selfSigned },
        { label: log, value: words.logState({ size: facts.log.size, at }) },
        { label: logRoot, value: facts.log.rootHash, style: 'mono' },
        { label: drawn, value: recordWords.describeUtc(facts.drawnAt) },
        { label: clock, value: toPaper(recordWords.describeClock(facts.clock)) },
        { label: revision, value: String(facts.revision) },
      ],
    },
  ]
}
