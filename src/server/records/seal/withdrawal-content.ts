import type { WithdrawalFacts } from '../../../domain/record/record.ts'
import * as recordWords from '../../../words/record.ts'
import { speakIn } from '../../platform/language/index.ts'
import type { Block, DocumentContent, TimestampState } from '../../platform/pdf/index.ts'
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
import { onPaper, writeIn } from './paper-words.ts'

const { describeInFormat, describeUtc } = recordWords
const kindWords = onPaper(recordWords.kindWords)

/** Writes the addendum in the language of its record; what it says first also in the third party's. */
export function writeWithdrawalContent(facts: WithdrawalFacts, timestamp: TimestampState): DocumentContent {
  const { language, alsoIn } = findLanguages(facts)
  return speakIn(language, () => ({
    ...makeFrame(facts),
    blocks: [
      writeMasthead(
        facts,
        words.titles.withdrawal,
        words.withdrawal.subtitle({ at: describeInFormat(facts.verifiedAt, facts.format) }),
      ),
      remarkWithdrawal(facts),
      ...(alsoIn ? writeIn(alsoIn, () => [remarkWithdrawal(facts)]) : []),
      { block: 'heading', text: words.headings.withdrawnRecord, level: 2 },
      {
        block: 'facts',
        rows: [
          { label: words.labels.record, value: facts.verificationId, style: 'mono' },
          { label: words.labels.kind, value: kindWords[facts.kind] },
          { label: partyWords.creator, value: facts.creatorName },
          { label: partyWords.third_party, value: facts.thirdPartyName },
          { label: words.labels.completed, value: describeInFormat(facts.verifiedAt, facts.format) },
          { label: words.labels.withdrawn, value: describeInFormat(facts.withdrawnAt, facts.format) },
          { label: words.labels.withdrawnBy, value: partyWords[facts.withdrawnBy] },
          { label: words.labels.timestamp, value: words.timestamps[timestamp] },
        ],
      },
      ...writePendingRemark(timestamp),
      { block: 'heading', text: words.headings.sealedRecord, level: 2 },
      { block: 'paragraph', tone: 'quiet', text: `${words.withdrawal.stays} ${describeFiles(facts)}` },
      {
        block: 'table',
        columns: [
          { heading: words.columns.sealed, share: 32 },
          { heading: words.columns.pdfSha256, share: 68, style: 'mono' },
        ],
        rows: facts.records.map(({ sealedAt, pdfSha256 }) => [describeUtc(sealedAt), pdfSha256]),
      },
      { block: 'heading', text: words.headings.trailSince, level: 2 },
      writeTrailTable(facts),
      ...explainHowToCheck(facts),
    ],
  }))
}

function remarkWithdrawal({ withdrawnBy, withdrawnAt, format }: WithdrawalFacts): Block {
  const at = describeInFormat(withdrawnAt, format)
  return {
    block: 'remark',
    heading: words.headings.withdrawn,
    text: words.withdrawal.text[withdrawnBy]({ at }),
  }
}

function describeFiles({ filesHeldUntil, format }: WithdrawalFacts): string {
  return filesHeldUntil
    ? words.withdrawal.held({ until: describeInFormat(filesHeldUntil, format) })
    : words.withdrawal.destroyed
}
