import type { CorrectedAddress } from '../../../../contract/verification.ts'
import words from '../../../../words/en/owner.ts'
import type { showToast } from '../../../shared/ui/toast.ts'

/** What is said after a correction: whether the link is on its way to the new address, and if not, why. */
export function makeCorrectedToast({ invitation }: CorrectedAddress): Parameters<typeof showToast>[0] {
  if (invitation === null) return { kind: 'success', title: words.sameAddress }
  return { kind: 'success', title: words.corrected, description: words.correctedTexts[invitation] }
}
