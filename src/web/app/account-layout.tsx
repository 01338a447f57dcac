import '../theme/components.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router'
import words from '../../words/en/shell.ts'
import { onSessionChange, useSession } from '../api/session-state.ts'
import { queryClient } from '../api/verifications.ts'
import { PageSpinner } from '../shared/ui/page-frame.tsx'
import { Shell } from './shell/shell.tsx'

/** The layout of all signed-in pages: the sign-in check, the shell, and the query cache. */
export default function AccountLayout() {
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

/** How long the spinner is shown before a signed-out person is sent to sign in, in milliseconds (PAGE-3). */
const spinnerMs = 500

/** Shows its children to a signed-in person; otherwise a spinner, then /login, which remembers the requested page. */
function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const isLeaving = useIsLeaving()
  const [waited, setWaited] = useState(false)
  const away = session.status !== 'signed-in'
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => setWaited(true), spinnerMs)
    return () => {
      clearTimeout(timer)
      setWaited(false)
    }
  }, [away])
  if (session.status === 'signed-in') return children
  if (session.status === 'signed-out' && waited && !isLeaving)
    return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />
  return <PageSpinner words={words.checkingSignIn} />
}

/**
 * Whether another navigation is in progress, which a redirect would abort. The router renders that state at low
 * priority, possibly after the spinner's end; a log out, which always navigates, is detected at once.
 */
function useIsLeaving(): boolean {
  const isNavigating = useNavigation().state !== 'idle'
  const [isLoggingOut, setIsLoggingOut] = useState(false)
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change.type !== 'log-out-finished')
          setIsLoggingOut(change.type === 'signed-out' && change.cause === 'log-out')
      }),
    [],
  )
  return isNavigating || isLoggingOut
}
