import { useEffect, useState } from 'react'
import type { KeptProofView } from '../../../../contract/kept-proof.ts'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { isUsable } from '../../../../domain/evidence/kept-proof.ts'
import { doEmailsMatch } from '../../../../domain/verification/verification.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { useSession } from '../../../api/session-state.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'

/** The third party's own account, if this browser is signed in to it with the address of the request. */
export type OwnAccount = {
  /** Whether the kept reading may be used in this answer (ONCE-10). */
  canUse(kept: KeptProofView): boolean
  /** Null without a kept reading or a matching account. */
  kept: KeptProofView | null
  isLooking: boolean
  mayKeep: boolean
  /** Whether the chosen reading no longer exists: deleted, replaced, or from a session that has ended. */
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
        // On failure it isn't offered: a photo and an ID can be given.
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
