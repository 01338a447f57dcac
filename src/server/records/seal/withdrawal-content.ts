import { productName } from '../../../domain/product.ts'
import type { WithdrawalFacts } from '../../../domain/record/record.ts'
import { describeInFormat, describeUtc, kindWords, ofPartyWords, partyWords } from '../../../words/record.ts'
import type { DocumentContent, TimestampState } from '../../platform/pdf/index.ts'
import {
  explainHowToCheck,
  makeFrame,
  timestampWords,
  writeMasthead,
  writePendingRemark,
  writeTrailTable,
} from './content-parts.ts'

export function writeWithdrawalContent(facts: WithdrawalFacts, timestamp: TimestampState): DocumentContent {
  return {
    ...makeFrame(facts, `Withdrawal of consent · ${productName}`),
    blocks: [
      writeMasthead(
        facts,
        'Withdrawal of consent',
        `Addendum to the record completed on ${describeInFormat(facts.verifiedAt, facts.format)}`,
      ),
      {
        block: 'remark',
        heading: 'Consent withdrawn',
        text:
          `The ${ofPartyWords[facts.withdrawnBy]} withdrew their consent on ` +
          `${describeInFormat(facts.withdrawnAt, facts.format)}. From then on the record shows what was agreed before, ` +
          'and no longer that it holds.',
      },
      { block: 'heading', text: 'The record', level: 2 },
      {
        block: 'facts',
        rows: [
          { label: 'Record', value: facts.verificationId, style: 'mono' },
          { label: 'Kind', value: kindWords[facts.kind] },
          { label: partyWords.creator, value: facts.creatorName },
          { label: partyWords.third_party, value: facts.thirdPartyName },
          { label: 'Completed', value: describeInFormat(facts.verifiedAt, facts.format) },
          { label: 'Withdrawn', value: describeInFormat(facts.withdrawnAt, facts.format) },
          { label: 'Withdrawn by', value: partyWords[facts.withdrawnBy] },
          { label: 'Timestamp', value: timestampWords[timestamp] },
        ],
      },
      ...writePendingRemark(timestamp),
      { block: 'heading', text: 'The sealed record', level: 2 },
      {
        block: 'paragraph',
        tone: 'quiet',
        text: `The sealed record stays what it is: proof of what both parties stated when they signed. ${describeFiles(facts)}`,
      },
      {
        block: 'table',
        columns: [
          { heading: 'Sealed', share: 32 },
          { heading: 'SHA-256 of the PDF', share: 68, style: 'mono' },
        ],
        rows: facts.records.map(({ sealedAt, pdfSha256 }) => [describeUtc(sealedAt), pdfSha256]),
      },
      { block: 'heading', text: 'Audit trail since the completion', level: 2 },
      writeTrailTable(facts),
      ...explainHowToCheck(facts),
    ],
  }
}

function describeFiles({ filesHeldUntil, format }: WithdrawalFacts): string {
  return filesHeldUntil
    ? 'The photos and identity documents were locked with the withdrawal: a legal hold keeps them, ' +
        `until ${describeInFormat(filesHeldUntil, format)} at the latest.`
    : 'The photos and identity documents were destroyed with the withdrawal.'
}
