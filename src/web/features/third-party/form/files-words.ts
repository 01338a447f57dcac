import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { AsksFor } from '../../../../domain/evidence/evidence.ts'
import words from '../../../../words/en/form.ts'

/** Which pictures are asked for; null where none is. */
export function findPicturesAsked({
  age,
  face,
  walletInsteadOfId,
}: AsksFor): keyof typeof words.files | null {
  if (age === 'wallet') return face ? 'photo' : null
  if (walletInsteadOfId) return face ? 'photoAndMaybeId' : 'maybeId'
  return face ? 'photoAndId' : 'id'
}

/**
 * Which of the pictures their creator can open: on the plan that they have now, and later (PLAN-7, OWNER-4). Null where no picture is asked for.
 */
export function describeFiles({
  asksFor,
  creatorOpensFiles,
  fullName,
}: Pick<ThirdPartyView, 'asksFor' | 'creatorOpensFiles' | 'fullName'>): {
  opens: string
  submitting: string
} | null {
  const pictures = findPicturesAsked(asksFor)
  if (!pictures) return null
  const { opens, after, locked, afterLocked } = words.files[pictures]
  const name = { name: fullName }
  return creatorOpensFiles
    ? { opens: opens(name), submitting: after(name) }
    : { opens: locked(name), submitting: afterLocked(name) }
}
