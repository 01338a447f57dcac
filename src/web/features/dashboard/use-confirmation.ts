import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '../../api/profile.ts'
import { renewUser } from '../../api/renew-user.ts'

/** Should the live connection not come through, the server is asked this often, and this many times. */
const lookEveryMs = 15_000
const maxLooks = 240

/**
 * Has this browser's session say that the address is confirmed as soon as it is, wherever the link was used. The live connection tells of it;
 * the server is also asked when the page is looked at again, and now and then while it is.
 */
export function useConfirmation(): () => void {
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...profileQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.dataUpdateCount < maxLooks ? lookEveryMs : false),
  })
  const isConfirmed = data?.emailVerified === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal that failed is tried again with the next look.
  useEffect(() => {
    if (isConfirmed) renewUser().catch(() => {})
  }, [isConfirmed, dataUpdatedAt])
  useEffect(() => {
    const look = () => void refetch()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
  return () => void refetch()
}
