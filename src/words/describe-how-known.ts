import type { EvidenceSource } from '../domain/evidence/evidence.ts'
import type { KnownFact } from '../domain/evidence/known-facts.ts'
import words from './en/known-sentence.ts'
import { stepMeanings } from './evidence.ts'

/**
 * How one fact is known, in a sentence that states the strength of the evidence. `sources` are those of the same
 * person.
 */
export function describeHowKnown(known: KnownFact, sources: readonly EvidenceSource[]): string {
  const [done, not] = stepMeanings[known.fact][known.step] ?? [words.nothingKnown, '']
  return [describeInDetail(known, sources) ?? done, describeDifferences(known, sources), not]
    .filter(Boolean)
    .join(' ')
}

/** The same with the name of the document or the issuer, if any. */
function describeInDetail({ fact, step }: KnownFact, sources: readonly EvidenceSource[]): string | null {
  const source = sources.find((candidate) => candidate.step === step)
  if (source?.step === 'document') {
    const { day, issuingState: state } = source
    const document = words.documents[source.document]
    if (fact !== 'age') return words.byDocument[source.kept ? 'keptName' : 'name']({ day, document, state })
    const readFrom = words.readFrom[source.readFrom]
    return words.byDocument[source.kept ? 'keptAge' : 'age']({ day, document, state, readFrom })
  }
  if (source?.step === 'wallet') return words.byWallet({ issuer: source.issuerName })
  if (source?.step === 'provider' && fact !== 'mailbox')
    return words.byProvider[fact]({ provider: source.provider })
  return null
}

/** Describes a check that failed or whose result differed from the typed data; null without one. */
function describeDifferences(
  { fact, step, agrees }: KnownFact,
  sources: readonly EvidenceSource[],
): string | null {
  if (step !== 'declared') return null
  if (agrees === false) return fact === 'mailbox' ? null : words.differs[fact]
  const unread = sources.find((source) => source.step === 'unread')
  if (fact !== 'age' || !unread) return null
  const unreadWords: Readonly<Record<string, string>> = words.unread
  return unreadWords[unread.outcome] ?? words.unread.unreadable
}
