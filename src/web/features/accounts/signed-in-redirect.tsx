import { Navigate } from 'react-router'
import words from '../../../words/en/accounts.ts'
import { PageSpinner } from '../../shared/ui/page-spinner.tsx'

/** Sends on who is signed in already and opened a page for those who are not. */
export function SignedInRedirect({ to }: { to: string }) {
  return (
    <>
      <PageSpinner words={words.login.redirecting} />
      <Navigate to={to} replace />
    </>
  )
}
