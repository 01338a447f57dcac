import { type ReactNode, useEffect, useRef } from 'react'
import words from '../../../words/en/accounts.ts'
import { sessionStorageKey } from '../../api/session.ts'
import { useSession } from '../../api/session-state.ts'
import { PageSpinner } from '../../shared/ui/page-spinner.tsx'
import { SignedInRedirect } from './signed-in-redirect.tsx'

/**
 * Runs while the page is read, before its forms are painted: where a session is stored, the spinner (the element before this script's) is
 * shown instead of them.
 */
const showSpinner = `try{if(localStorage.getItem(${JSON.stringify(sessionStorageKey)})){var e=document.currentScript.parentElement;e.hidden=true;e.previousElementSibling.hidden=false}}catch(e){}`

/** A page for those who are not signed in. Who is sees a spinner, from the first frame on, and goes on to `to`. */
export function ForVisitors({ to, children }: { to: string; children: ReactNode }) {
  const { status } = useSession()
  const page = useRef<HTMLDivElement>(null)
  const spinner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What was stored turned out to be no session.
    if (status !== 'signed-out') return
    if (page.current) page.current.hidden = false
    if (spinner.current) spinner.current.hidden = true
  }, [status])
  if (status === 'signed-in') return <SignedInRedirect to={to} />
  return (
    <>
      <div ref={spinner} hidden suppressHydrationWarning>
        <PageSpinner words={words.login.redirecting} />
      </div>
      <div ref={page} suppressHydrationWarning>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: showSpinner }} />
        {children}
      </div>
    </>
  )
}
