import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { verificationsKey } from '../../api/verifications.ts'
import { useLiveChanges } from './use-live-changes.ts'

/** Keeps every verification query of this page true while it is open: whatever changes at the server is fetched anew. */
export function useLiveVerifications(): void {
  const queryClient = useQueryClient()
  useLiveChanges(
    useCallback(() => void queryClient.invalidateQueries({ queryKey: verificationsKey }), [queryClient]),
  )
}
