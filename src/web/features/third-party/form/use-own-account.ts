import { useEffect, useState } from 'react'
import type { KeptProofView } from '../../../../contract/kept-proof.ts'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { isUsable } from '../../../../domain/evidence/kept-proof.ts'
import { doEmailsMatch } from '../../../../domain/verification/verification.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'

/** The third party's own account, where this browser is signed in to it with the address that the request is for. */
export type OwnAccount = {
  /** What was kept may be used in this answer (ONCE-10). */
  canUse(kept: KeptProofView): boolean
  /** Null for nothing, and where there is no such account. */
  kept: KeptProofView | null
  /** Whether it is still being looked for. */
  isLooking: boolean
  /** Whether what is read here may be kept. */
  mayKeep: boolean
  /** Whether something that was to be used is not there any more: forgotten, kept anew, or of a session that ended. */
  hasLost(keptProofId: string): boolean
}

export function useOwnAccount(
  { asksFor, thirdPartyName }: Pick<ThirdPartyView, 'asksFor' | 'thirdPartyName'>,
  email: string,
): OwnAccount {
  const { user } = useSession()
  const mayKeep = Boolean(user?.emailVerified && doEmailsMatch(user.email, email))
  const [data, setData] = useState<KeptProofView | null>()
  const [isLookedFor, setIsLookedFor] = useState(false)
  const mayUse = mayKeep && asksFor.keptInstead === true
  useEffect(() => {
    if (!mayUse) return
    const controller = new AbortController()
    sendAuthorisedRequest('GET /api/kept-proof', { signal: controller.signal })
      .then(
        ({ kept }) => setData(kept),
        // Then it is not offered: a photo and an ID can be given.
        () => {},
      )
      .finally(() => setIsLookedFor(!controller.signal.aborted))
    return () => controller.abort()
  }, [mayUse])
  const kept = mayUse ? (data ?? null) : null
  const use = { fullName: thirdPartyName, birthDate: null }
  return {
    canUse: (one) => isUsable(one, { ...use, day: toLocalDay(new Date()) }),
    kept,
    isLooking: mayUse && !isLookedFor,
    mayKeep,
    hasLost: (id) => id !== '' && (!mayKeep || (data !== undefined && data?.id !== id)),
  }
}
