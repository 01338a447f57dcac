import type { EvidenceSource } from '../domain/evidence/evidence.ts'
import type { KnownFact } from '../domain/evidence/known-facts.ts'
import type { RecordFormat } from '../domain/record/record.ts'
import words from './en/known-sentence.ts'
import { stepMeanings } from './evidence.ts'
import { nameState } from './name-state.ts'
import { describeLongDay } from './record.ts'

/**
 * How one fact is known, in a sentence that states the strength of the evidence. `sources` are those of the same
 * person. A record is described in the words of its format, as on its sealed pages.
 */
export function describeHowKnown(
  known: KnownFact,
  sources: readonly EvidenceSource[],
  format: RecordFormat,
): string {
  const isFirst = format === 'sealed-record/2'
  if (isFirst && known.fact === 'mailbox' && known.step === 'code') return words.first.mailbox
  const [done, usualNot] = stepMeanings[known.fact][known.step] ?? [words.nothingKnown, '']
  const not = saysName(known, sources) ? words.byWallet.notMeant : usualNot
  const hasNoDocument = findUnread(known, sources)?.outcome === 'not_a_document'
  const [differs, unchecked] =
    hasNoDocument && !isFirst ? [words.noDocument, ''] : [describeDifferences(known, sources), not]
  return [describeInDetail(known, sources, isFirst) ?? done, differs, unchecked].filter(Boolean).join(' ')
}

/** Whether the wallet that proved an age was asked for the name, too. */
function saysName({ fact, step }: KnownFact, sources: readonly EvidenceSource[]): boolean {
  if (fact !== 'age' || step !== 'wallet') return false
  return sources.some((source) => source.step === 'wallet' && source.nameAgrees !== undefined)
}

/** The same with the name of the document or the issuer, if any. */
function describeInDetail(
  { fact, step }: KnownFact,
  sources: readonly EvidenceSource[],
  isFirst: boolean,
): string | null {
  const source = sources.find((candidate) => candidate.step === step)
  if (source?.step === 'document') {
    const day = isFirst ? source.day : describeLongDay(source.day)
    const state = isFirst ? source.issuingState : nameState(source.issuingState)
    const document = words.documents[source.document]
    if (fact !== 'age') return words.byDocument[source.kept ? 'keptName' : 'name']({ day, document, state })
    const readFrom = words.readFrom[source.readFrom]
    return words.byDocument[source.kept ? 'keptAge' : 'age']({ day, document, state, readFrom })
  }
  if (source?.step === 'wallet' && (fact === 'age' || fact === 'name'))
    return words.byWallet[fact]({ issuer: source.issuerName })
  if (source?.step === 'provider' && fact !== 'mailbox')
    return words.byProvider[fact]({ provider: source.provider })
  return null
}

/** Describes a check that failed or whose result differed from the typed data; null without one. */
function describeDifferences(known: KnownFact, sources: readonly EvidenceSource[]): string | null {
  const { fact, step, agrees } = known
  const ofWallet = fact === 'name' && step === 'declared' ? describeNameInWallet(sources) : null
  if (ofWallet) return ofWallet
  if (step === 'declared' && agrees === false) return fact === 'mailbox' ? null : words.differs[fact]
  const unread = findUnread(known, sources)
  if (!unread) return null
  if (unread.outcome === 'not_a_document') return words.first.noDocument
  const unreadWords: Readonly<Record<string, string>> = words.unread
  return unreadWords[unread.outcome] ?? words.unread.unreadable
}

/** Describes the name in a wallet's credential that doesn't agree; null where the wallet wasn't asked for it. */
function describeNameInWallet(sources: readonly EvidenceSource[]): string | null {
  const source = sources.find((candidate) => candidate.step === 'wallet')
  if (source?.nameAgrees === false) return words.byWallet.differs
  return source?.nameAgrees === null ? words.byWallet.notCompared : null
}

/** The document that proved nothing of an age that is only declared. */
function findUnread({ fact, step, agrees }: KnownFact, sources: readonly EvidenceSource[]) {
  if (fact !== 'age' || step !== 'declared' || agrees === false) return undefined
  return sources.find((source) => source.step === 'unread')
}
