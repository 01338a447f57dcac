import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { profileQuery } from '../../api/profile.ts'
import { verificationsKey } from '../../api/verifications.ts'
import { useLiveChanges } from './use-live-changes.ts'

/** Keeps every verification query of this page true while it is open, and the profile: whatever changes at the server is fetched anew. */
export function useLiveVerifications(): void {
  const queryClient = useQueryClient()
  useLiveChanges(
    useCallback(() => {
      for (const queryKey of [verificationsKey, profileQuery.queryKey])
        void queryClient.invalidateQueries({ queryKey })
    }, [queryClient]),
  )
}
