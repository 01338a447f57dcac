import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { isProtectedPath } from './protected-path.ts'

const ContentProtection = lazy(() => import('./content-protection.tsx'))

/** Switches content protection on where the path asks for it (document 1, section 4). */
export function ProtectionByPath() {
  const { pathname } = useLocation()
  if (!isProtectedPath(pathname)) return null
  return (
    <Suspense fallback={null}>
      <ContentProtection key={pathname} path={pathname} />
    </Suspense>
  )
}
