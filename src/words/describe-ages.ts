import { type EvidenceStep, evidenceSteps, type KnownParty } from '../domain/evidence/evidence.ts'
import type { KnownFact } from '../domain/evidence/known-facts.ts'
import type { Shared } from '../domain/record/record.ts'
import words from './en/record.ts'

/**
 * How the age of each person of a record is known, in one sentence if it is known in the same way, with the contrary
 * evidence: another name in a document, or one document for both (RECORD-55).
 */
export function describeAges(
  known: readonly KnownFact[],
  shared: readonly Shared[],
  names: Readonly<Record<KnownParty, string>>,
): string[] {
  const differing = known.filter(({ fact, agrees }) => fact === 'name' && agrees === false)
  return [
    ...describeKnownAges(known, names),
    ...differing.map(({ party }) => words.nameDiffers({ name: names[party] })),
    ...(shared.includes('same_document') ? [words.sameDocument] : []),
  ]
}

function describeKnownAges(
  known: readonly KnownFact[],
  names: Readonly<Record<KnownParty, string>>,
): string[] {
  const ages = known.filter(({ fact }) => fact === 'age')
  const [first, ...others] = ages.map(readStep)
  if (first && others.length === 1 && others[0] === first) return [words.ages[first]]
  return ages.map((age) => words.age[readStep(age)]({ name: names[age.party] }))
}

/** The step of an age; the other steps are those of a mailbox. */
function readStep({ step }: KnownFact): EvidenceStep {
  return evidenceSteps.find((known) => known === step) ?? 'declared'
}
