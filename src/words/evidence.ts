import type { EvidenceStep, Fact, MailboxStep } from '../domain/evidence/evidence.ts'
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
