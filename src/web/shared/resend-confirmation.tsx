import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InvitationState } from '../../contract/verification.ts'
import words from '../../words/en/dashboard.ts'
import { describeWait } from '../../words/wait.ts'
import { profileQuery } from '../api/account.ts'
import { LinkRefusal, renewUser, resendOwnConfirmation } from '../api/mailed-link.ts'
import { useSession } from '../api/session-state.ts'
import { useAction } from './effects.ts'
import { showToast, type Toast } from './ui/toast.ts'

/** The solution when an invitation was not mailed because the creator's own address isn't confirmed (CREATE-27). */
export function ConfirmToInvite({ invitation }: { invitation: InvitationState | null }) {
  const { user } = useSession()
  if (invitation?.state !== 'unconfirmed' || !user || user.emailVerified) return null
  return <ResendConfirmation email={user.email} />
}

type ResendProps = {
  email: string
  /** The path to which the mail's link leads; the dashboard by default. */
  backTo?: string
  children?: string
}

/** Sends the person's own confirmation mail again, and notices when its link was used. */
export function ResendConfirmation({ email, backTo, children = words.resend }: ResendProps) {
  const { isBusy, run } = useAction()
  const look = useConfirmation()
  const resend = () =>
    run(async () => {
      showToast(await resendConfirmation(email, backTo))
      look()
    })
  return (
    <Button variant="default" size="sm" onClick={resend} loading={isBusy}>
      {children}
    </Button>
  )
}

/** In case the live connection fails: the polling interval, and the number of requests. */
const lookEveryMs = 15_000
const maxLooks = 240

/**
 * Updates this browser's session as soon as the address is confirmed, on whichever device the link was used. The live
 * connection reports it; the server is also asked when the page becomes visible again, and at intervals while it is.
 */
function useConfirmation(): () => void {
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...profileQuery,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.dataUpdateCount < maxLooks ? lookEveryMs : false),
  })
  const isConfirmed = data?.emailVerified === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal that failed is tried again with the next look.
  useEffect(() => {
    if (isConfirmed) renewUser().catch(() => {})
  }, [isConfirmed, dataUpdatedAt])
  useEffect(() => {
    const look = () => void refetch()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
  return () => void refetch()
}

/** Sends the confirmation mail again (HOME-2), and returns the toast: sent only when a mail was queued. */
export async function resendConfirmation(email: string, backTo?: string): Promise<Toast> {
  if (!email) return describeNotSent(words.noEmail)
  try {
    const { queued } = await resendOwnConfirmation(email, backTo)
    return queued
      ? { kind: 'success', title: words.sent, description: words.sentNext }
      : { kind: 'success', title: words.alreadyVerified }
  } catch (failure) {
    const {
      retryAfterSeconds = null,
      code = null,
      message = '',
    } = failure instanceof LinkRefusal ? failure : {}
    if (retryAfterSeconds !== null) return describeNotSent(describeSentBefore(retryAfterSeconds))
    return describeNotSent(code ? message || words.later : words.later)
  }
}

/** States that a mail was already sent, and when the next one can be. */
function describeSentBefore(seconds: number): string {
  const wait = describeWait(seconds)
  return seconds < 100 ? words.sentJustNow({ wait }) : words.sentSeveral({ wait })
}

function describeNotSent(description: string): Toast {
  return { kind: 'error', title: words.notSent, description, durationMs: 8000 }
}
