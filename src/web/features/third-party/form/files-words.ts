import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { AsksFor } from '../../../../domain/evidence/asks-for.ts'

/** The pictures that are asked for, to be spoken of; null where none is. */
export function filesNoun({ age, face, walletInsteadOfId }: AsksFor): string | null {
  const photo = face ? ['your photo'] : []
  const id = age === 'wallet' ? [] : [walletInsteadOfId ? 'your ID, if you add one' : 'your ID']
  return [...photo, ...id].join(' and ') || null
}

/**
 * Which of the pictures their creator can open: on the plan that they have now, and later (PLAN-7, OWNER-4). Null where no picture is asked for.
 */
export function filesWords({
  asksFor,
  creatorOpensFiles,
  fullName,
}: Pick<ThirdPartyView, 'asksFor' | 'creatorOpensFiles' | 'fullName'>): {
  opens: string
  submitting: string
} | null {
  const files = filesNoun(asksFor)
  if (!files) return null
  return creatorOpensFiles
    ? {
        opens: `${fullName}’s plan lets them open ${files}, from when you submit until the files are destroyed or locked.`,
        submitting: `${fullName} can then open ${files}.`,
      }
    : {
        opens: `${fullName}’s present plan does not open ${files}. A paid plan later would, until the files are destroyed or locked.`,
        submitting: `${fullName} cannot open ${files} on their present plan; on a paid plan later they could.`,
      }
}
