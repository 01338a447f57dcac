import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import words from '../../../words/en/accounts.ts'
import { useSession } from '../../api/session-state.ts'
import { sessionStorageKey } from '../../api/site.ts'
import { ErrorSummary } from '../../shared/forms/error-summary.tsx'
import { SubmitButton } from '../../shared/forms/form-parts.tsx'
import type { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { PageSpinner } from '../../shared/ui/page-frame.tsx'

type AccountFormProps = {
  form: Pick<ReturnType<typeof useSchemaForm>, 'busy' | 'ready' | 'summary' | 'formProps'>
  submit: string
  children: ReactNode
}

/** The fields of a form in a column, with its button below. */
export function AccountForm({ form, submit, children }: AccountFormProps) {
  return (
    <form {...form.formProps}>
      {form.summary.length > 0 ? <ErrorSummary title={words.notSent} fields={form.summary} /> : null}
      <Stack gap="md">
        {children}
        <SubmitButton busy={form.busy} ready={form.ready}>
          {submit}
        </SubmitButton>
      </Stack>
    </form>
  )
}

/**
 * Runs while the page is parsed, before its forms are painted: where a session is stored, the spinner (the element
 * before this script) replaces them.
 */
const showSpinner = `try{if(localStorage.getItem(${JSON.stringify(sessionStorageKey)})){var e=document.currentScript.parentElement;e.hidden=true;e.previousElementSibling.hidden=false}}catch(e){}`

/**
 * A page for signed-out visitors. A signed-in person sees a spinner from the first frame on, and is redirected to `to`.
 */
export function ForVisitors({ to, children }: { to: string; children: ReactNode }) {
  const { status } = useSession()
  const page = useRef<HTMLDivElement>(null)
  const spinner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The stored session was invalid.
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
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script dangerouslySetInnerHTML={{ __html: showSpinner }} />
        {children}
      </div>
    </>
  )
}

/** Redirects a person who was already signed in when they opened a page for visitors. */
function SignedInRedirect({ to }: { to: string }) {
  return (
    <>
      <PageSpinner words={words.login.redirecting} />
      <Navigate to={to} replace />
    </>
  )
}

/** An error of the auth client: its own error classes, or any other thrown value. */
type AuthFault = {
  message?: string
  name?: string
  code?: string | undefined
  status?: number | undefined
}

/** Whether the service answered at all: its message can then be shown. A lost connection and a 5xx have none. */
export function hasServiceAnswered(fault: AuthFault): boolean {
  return fault.name !== 'AuthRetryableFetchError' && fault.name !== 'AuthUnknownError' && Boolean(fault.code)
}

/** The service's message followed by the specified advice; without a message, only the advice or the other text. */
export function describeAuthFault(fault: AuthFault, advice: string, broken: string): string {
  if (!hasServiceAnswered(fault)) return broken
  const sentence = fault.message?.trim()
  if (!sentence) return advice
  return fault.code === 'invalid_credentials' ? `${sentence.replace(/\.$/, '')}. ${advice}` : sentence
}

/** How long login and registration stay locked after a success, in milliseconds (SIGNIN-4). */
export const lockAfterSuccessMs = 2000
