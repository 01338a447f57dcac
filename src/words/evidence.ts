import type { EvidenceStep, Fact, MailboxStep } from '../domain/evidence/evidence.ts'
import evidenceWords from './en/evidence.ts'

export const {
  facts: factWords,
  steps: stepWords,
  asked: askedWords,
  askedProof: askedProofWords,
} = evidenceWords

/** Two sentences about a step: the checks that were made, and those that weren't. */
export const stepMeanings: Record<
  Fact,
  Partial<Record<EvidenceStep | MailboxStep, readonly [string, string]>>
> = evidenceWords.meanings
