import type { KnownParty } from '../domain/evidence/evidence.ts'
import type { KnownFact } from '../domain/evidence/known-facts.ts'
import type { Shared } from '../domain/record/record.ts'
import words from './en/record.ts'
import { stepWords } from './evidence.ts'

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
  const [first] = ages
  if (first && ages.length === 2 && ages.every(({ step }) => step === first.step))
    return [words.ages({ step: stepWords[first.step] })]
  return ages.map(({ party, step }) => words.age({ name: names[party], step: stepWords[step] }))
}
