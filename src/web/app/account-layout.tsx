import '../theme/components.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { onSessionChange, useSession } from '../api/session-state.ts'
import { dropDrafts, dropDraftsOfOthers, followLogOut } from '../features/verifications/index.ts'
import { Shell } from './shell/shell.tsx'
import { SignedInOnly } from './signed-in-only.tsx'

/** Everything behind the sign-in: the gate, the shell, and what the server has told, forgotten when the session ends. */
export default function AccountLayout() {
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change.type === 'signed-out' || change.type === 'signed-in') queryClient.clear()
        // A session that ended by itself leaves what was not saved yet to whoever signs in again as the same person.
        if (change.type === 'signed-out' && change.cause === 'log-out') dropDrafts()
      }),
    [],
  )
  useEffect(() => followLogOut(), [])
  const userId = useSession().user?.id
  useEffect(() => {
    if (userId) dropDraftsOfOthers(userId)
  }, [userId])
  return (
    <QueryClientProvider client={queryClient}>
      <SignedInOnly>
        <Shell>
          <Outlet />
        </Shell>
      </SignedInOnly>
    </QueryClientProvider>
  )
}
