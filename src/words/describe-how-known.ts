import type { EvidenceSource, ProviderSource } from '../domain/evidence/evidence.ts'
import type { KnownFact } from '../domain/evidence/known-facts.ts'
import type { RecordFormat } from '../domain/record/record.ts'
import type { VoucherKind } from '../domain/voucher.ts'
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
  const source = findSource(known, sources)
  const unlike = format === 'sealed-record/4' ? describeUnlikeDocument(known, sources) : null
  const not = describeLimits(known, source) ?? usualNot
  const hasNoDocument = findUnread(known, sources)?.outcome === 'not_a_document'
  const [differs, unchecked] =
    hasNoDocument && !isFirst
      ? [words.noDocument, '']
      : (unlike ?? [describeDifferences(known, sources), not])
  return [describeInDetail(known, source, isFirst) ?? done, differs, unchecked].filter(Boolean).join(' ')
}

/** The evidence by which a fact is known: of several of one step, the one of its time. */
function findSource({ step, at }: KnownFact, sources: readonly EvidenceSource[]): EvidenceSource | undefined {
  const ofStep = sources.filter((source) => source.step === step)
  return ofStep.find((source) => source.at === at) ?? ofStep[0]
}

type Vouched = ProviderSource & { by: VoucherKind }

const isVouched = (source: EvidenceSource | undefined): source is Vouched =>
  source?.step === 'provider' && source.by !== undefined

/** What a wallet or a voucher doesn't say, which depends on whether it was asked for the name; null for others. */
function describeLimits({ fact }: KnownFact, source: EvidenceSource | undefined): string | null {
  if (isVouched(source)) {
    const isNamed = fact === 'name' || source.nameAgrees !== undefined
    return isNamed ? words.byVoucher.notMeant : words.byVoucher.notMeantUnnamed
  }
  if (fact !== 'age' || source?.step !== 'wallet') return null
  return source.nameAgrees === undefined ? null : words.byWallet.notMeant
}

/** The same with the name of the document, the issuer or who vouched, if any. */
function describeInDetail(
  { fact }: KnownFact,
  source: EvidenceSource | undefined,
  isFirst: boolean,
): string | null {
  if (source?.step === 'document') {
    const day = isFirst ? source.day : describeLongDay(source.day)
    const state = isFirst ? source.issuingState : nameState(source.issuingState)
    const document = words.documents[source.document]
    if (fact !== 'age') return words.byDocument[source.kept ? 'keptName' : 'name']({ day, document, state })
    const readFrom = words.readFrom[source.readFrom]
    return words.byDocument[source.kept ? 'keptAge' : 'age']({ day, document, state, readFrom })
  }
  const isAgeOrName = fact === 'age' || fact === 'name'
  if (source?.step === 'wallet' && isAgeOrName) return words.byWallet[fact]({ issuer: source.issuerName })
  if (isVouched(source) && isAgeOrName)
    return words.byVoucher[fact][source.by]({ provider: source.provider, day: describeLongDay(source.at) })
  if (source?.step === 'provider' && fact !== 'mailbox')
    return words.byProvider[fact]({ provider: source.provider })
  return null
}

/** What a document says that was read and isn't as typed, and what that doesn't show; null without one. */
function describeUnlikeDocument(
  { fact, step, agrees }: KnownFact,
  sources: readonly EvidenceSource[],
): [string, string] | null {
  if (step !== 'declared' || agrees !== false || (fact !== 'age' && fact !== 'name')) return null
  if (fact === 'name' && describeUnlikeName(sources)) return null
  return [words.unlike[fact], words.unlike.notMeant]
}

/** Describes a check that failed or whose result differed from the typed data; null without one. */
function describeDifferences(known: KnownFact, sources: readonly EvidenceSource[]): string | null {
  const { fact, step, agrees } = known
  const ofProof = fact === 'name' && step === 'declared' ? describeUnlikeName(sources) : null
  if (ofProof) return ofProof
  if (step === 'declared' && agrees === false) return fact === 'mailbox' ? null : words.differs[fact]
  const unread = findUnread(known, sources)
  if (!unread) return null
  if (unread.outcome === 'not_a_document') return words.first.noDocument
  const unreadWords: Readonly<Record<string, string>> = words.unread
  return unreadWords[unread.outcome] ?? words.unread.unreadable
}

/** Describes the name of a wallet or a voucher that doesn't agree; null where none was asked for it. */
function describeUnlikeName(sources: readonly EvidenceSource[]): string | null {
  const source = sources.find((candidate) => candidate.step === 'wallet' || isVouched(candidate))
  if (isVouched(source)) {
    const { differs, notCompared } = words.byVoucher
    if (source.nameAgrees === false) return differs[source.by]({ provider: source.provider })
    return source.nameAgrees === null ? notCompared[source.by] : null
  }
  if (source?.step !== 'wallet') return null
  if (source.nameAgrees === false) return words.byWallet.differs
  return source.nameAgrees === null ? words.byWallet.notCompared : null
}

/** The document that proved nothing of an age that is only declared. */
function findUnread({ fact, step, agrees }: KnownFact, sources: readonly EvidenceSource[]) {
  if (fact !== 'age' || step !== 'declared' || agrees === false) return undefined
  return sources.find((source) => source.step === 'unread')
}
