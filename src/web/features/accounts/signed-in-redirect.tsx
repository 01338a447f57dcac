import { Navigate } from 'react-router'
import { PageSpinner } from '../../shared/ui/page-spinner.tsx'
import { words } from './words.ts'

/** Sends on who is signed in already and opened a page for those who are not. */
export function SignedInRedirect({ to }: { to: string }) {
  return (
    <>
      <PageSpinner words={words.login.redirecting} />
      <Navigate to={to} replace />
    </>
  )
}
