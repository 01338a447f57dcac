import { type EvidenceStep, evidenceSteps } from './evidence.ts'

/** The least step of the third party's age that a creator may ask for (EVIDENCE-5). */
export const askedAgeSteps = ['declared', 'document', 'wallet'] as const
export type AskedAgeStep = (typeof askedAgeSteps)[number]

/** What a verification asks of its third party, chosen at its creation and shown before they begin. */
export type AsksFor = {
  age: AskedAgeStep
  /** Whether a wallet's proof of age takes the place of the ID, for both people. */
  walletInsteadOfId: boolean
  /** Whether a photo of the face is asked for, of both people. */
  face: boolean
}

/** The flow with a photo and an ID. */
export const usualAsks: AsksFor = { age: 'declared', walletInsteadOfId: false, face: true }

/** Whether the three fit together: nobody gives less than a photo and an ID but by a wallet's proof. */
export function isPossible({ age, walletInsteadOfId, face }: AsksFor): boolean {
  return (age !== 'wallet' || walletInsteadOfId) && (face || age === 'wallet')
}

/** Whether an installation can do what is asked for, by what it has. */
export function canBeAsked(
  { age, walletInsteadOfId }: AsksFor,
  can: { readDocuments: boolean; askWallets: boolean },
): boolean {
  return (age !== 'document' || can.readDocuments) && (!walletInsteadOfId || can.askWallets)
}

/** Whether an age that is known by a step is enough for a verification that asks for another. */
export function isEnough(step: EvidenceStep, asked: AskedAgeStep): boolean {
  return evidenceSteps.indexOf(step) >= evidenceSteps.indexOf(asked)
}
