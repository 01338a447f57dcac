import type { EvidenceStep, Fact, MailboxStep } from '../domain/evidence/evidence.ts'
import evidenceWords from './en/evidence.ts'

export const { facts: factWords, steps: stepWords, asked: askedWords } = evidenceWords

/** Two sentences about a step: what was done, and what was not. */
export const stepMeanings: Record<
  Fact,
  Partial<Record<EvidenceStep | MailboxStep, readonly [string, string]>>
> = evidenceWords.meanings
