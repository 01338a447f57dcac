import type { EvidenceSource, EvidenceStep, Fact, MailboxStep } from '../domain/evidence/evidence.ts'
import type { KnownFact } from '../domain/evidence/known-facts.ts'
import english from './en/evidence.ts'
import { messages } from './messages.ts'

/** The words for how each thing is known: the same on forms, in records, in mails and on the check page (EVIDENCE-4). */
export const evidenceWords = messages('evidence', english)

export const { facts: factWords, steps: stepWords, asked: askedWords } = evidenceWords

/** What a step means, in two sentences: what was done, and what was not. */
export const stepMeanings: Record<
  Fact,
  Partial<Record<EvidenceStep | MailboxStep, readonly [string, string]>>
> = evidenceWords.meanings

/** How one fact is known, in a sentence that says what it is worth. `sources` are those of the same person. */
export function knownSentence(known: KnownFact, sources: readonly EvidenceSource[]): string {
  const [done, not] = stepMeanings[known.fact][known.step] ?? [evidenceWords.nothingKnown, '']
  return [detailed(known, sources) ?? done, differing(known, sources), not].filter(Boolean).join(' ')
}

/** The same with the document or the issuer by name, where there is one. */
function detailed({ fact, step }: KnownFact, sources: readonly EvidenceSource[]): string | null {
  const source = sources.find((candidate) => candidate.step === step)
  if (source?.step === 'document') {
    const { day, issuingState: state } = source
    const document = evidenceWords.documents[source.document]
    return fact === 'age'
      ? evidenceWords.byDocument.age({
          day,
          document,
          state,
          readFrom: evidenceWords.readFrom[source.readFrom],
        })
      : evidenceWords.byDocument.name({ document, state })
  }
  if (source?.step === 'wallet') return evidenceWords.byWallet({ issuer: source.issuerName })
  if (source?.step === 'provider' && fact !== 'mailbox')
    return evidenceWords.byProvider[fact]({ provider: source.provider })
  return null
}

/** What was tried and did not fit what was typed. */
function differing({ fact, step, agrees }: KnownFact, sources: readonly EvidenceSource[]): string | null {
  if (step !== 'declared') return null
  if (agrees === false) return fact === 'mailbox' ? null : evidenceWords.differs[fact]
  const unread = sources.find((source) => source.step === 'unread')
  if (fact !== 'age' || !unread) return null
  const words: Readonly<Record<string, string>> = evidenceWords.unread
  return words[unread.outcome] ?? evidenceWords.unread.unreadable
}
