import '../theme/components.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { onSessionChange } from '../api/session-state.ts'
import { dropDrafts } from '../features/verifications/index.ts'
import { Gate } from './gate.tsx'
import { Shell } from './shell/shell.tsx'

/** Everything behind the sign-in: the gate, the shell, and what the server has told, forgotten when the session ends. */
export default function AccountLayout() {
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change.type === 'signed-out' || change.type === 'signed-in') queryClient.clear()
        if (change.type === 'signed-out') dropDrafts()
      }),
    [],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <Gate>
        <Shell>
          <Outlet />
        </Shell>
      </Gate>
    </QueryClientProvider>
  )
}
