import '../theme/components.css'
import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '../api/session-state.ts'
import { PageSpinner } from '../shared/ui/page-frame.tsx'
import SiteLayout from './site/site-layout.tsx'

const Shell = lazy(() => import('./shell/shell.tsx').then((module) => ({ default: module.Shell })))

/**
 * For public pages that are also in the signed-in person's sidebar: the shell when signed in, the public header and
 * footer otherwise.
 */
export default function EitherLayout() {
  const { user } = useSession()
  if (!user) return <SiteLayout />
  return (
    <Suspense fallback={<PageSpinner />}>
      <Shell>
        <Outlet />
      </Shell>
    </Suspense>
  )
}
