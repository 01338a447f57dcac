import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '../ui/use-hydrated.ts'
import { isProtectedPath } from './protected-path.ts'

const ContentProtection = lazy(() => import('./content-protection.tsx'))

/**
 * Switches content protection on where the path asks for it (PROTECT-1). Not in prerendered markup: the watermark says when
 * the page was opened, which is not when it was built.
 */
export function ProtectionByPath() {
  const { pathname } = useLocation()
  const isHydrated = useHydrated()
  if (!isHydrated || !isProtectedPath(pathname)) return null
  return (
    <Suspense fallback={null}>
      <ContentProtection key={pathname} path={pathname} />
    </Suspense>
  )
}
