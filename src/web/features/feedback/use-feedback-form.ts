import { type FormEvent, useEffect, useRef, useState } from 'react'
import { collectFeedbackFaults, type FeedbackDraft, type FeedbackFaults } from '../../../domain/feedback.ts'
import words from '../../../words/en/feedback-dialog.ts'
import { sendFeedback } from '../../api/feedback.ts'
import { RequestFailure } from '../../api/request.ts'
import { useSession } from '../../api/session-state.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { describeFailure } from './feedback-failure.ts'

const emptyDraft: FeedbackDraft = { rating: null, comment: '' }

/**
 * What somebody is about to say, and the sending of it, once at a time. What was chosen and typed stays until it has arrived: through a
 * missing rating, a failure, and closing the dialog. `onSent` is called when it has, unless they went on meanwhile: then that stays too.
 */
export function useFeedbackForm({ opened, onSent }: { opened: boolean; onSent(): void }) {
  const { status } = useSession()
  const [draft, setDraft] = useState(emptyDraft)
  const [faults, setFaults] = useState<FeedbackFaults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isSessionLost, setIsSessionLost] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isOpen = useRef(opened)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    isOpen.current = opened
    // Reproaches of the last time are not how one is greeted.
    if (opened) {
      setFaults({})
      setFailure(null)
    }
  }, [opened])
  const sender = status === 'signed-in' && !isSessionLost ? 'account' : 'anonymous'

  const change = (changes: Partial<FeedbackDraft>) => {
    setDraft((known) => ({ ...known, ...changes }))
    setFaults((known) => {
      const left = { ...known }
      for (const field of Object.keys(changes)) delete left[field as keyof FeedbackDraft]
      return left
    })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const found = collectFeedbackFaults(draft)
    setFaults(found)
    setFailure(null)
    if (draft.rating === null || found.comment) {
      focusField(form.current, found.rating ? 'rating' : 'comment')
      return
    }
    setIsSending(true)
    try {
      await sendFeedback({ rating: draft.rating, comment: draft.comment || null }, sender)
      if (latest.current === draft) {
        setDraft(emptyDraft)
        onSent()
      }
      showToast({ kind: 'success', title: words.sent, description: words.sentText })
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 401) setIsSessionLost(true)
      const sentence = describeFailure(error)
      setFailure(sentence)
      // Who closed the dialog meanwhile would not see it there.
      if (!isOpen.current) showToast({ kind: 'error', title: words.failed, description: sentence })
    } finally {
      setIsSending(false)
    }
  }

  return { form, draft, faults, failure, isSending, sender, change, submit }
}

function focusField(form: HTMLFormElement | null, name: keyof FeedbackDraft) {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
