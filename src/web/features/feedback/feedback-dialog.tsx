import { Button, Loader, Modal, Radio, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Feedback } from '../../../contract/feedback.ts'
import {
  collectFeedbackFaults,
  type FeedbackDraft,
  type FeedbackFaults,
  feedbackLimits,
  type Rating,
  ratings,
} from '../../../domain/feedback.ts'
import words from '../../../words/en/feedback-dialog.ts'
import frameWords from '../../../words/en/frame.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { findAccessToken } from '../../api/session.ts'
import { useSession } from '../../api/session-state.ts'
import { useAction } from '../../shared/effects.ts'
import { useKeptValue } from '../../shared/forms/use-kept-value.ts'
import { Failure } from '../../shared/ui/failure.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import classes from './rating-field.module.css'

export type FeedbackDialogProps = { opened: boolean; onClose(): void }

/** Asks for a rating and an optional comment. The typed text is still there when it is closed and opened again. */
export function FeedbackDialog({ opened, onClose }: FeedbackDialogProps) {
  const { form, draft, faults, failure, isSending, sender, change, submit } = useFeedbackForm({
    opened,
    onSent: onClose,
  })
  // The dialog remembers the previous focus only if it is mounted before it opens.
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(opened), [opened])

  const { length } = draft.comment
  const isNearLimit = length > feedbackLimits.commentMax * 0.8
  return (
    <Modal opened={isShown} onClose={onClose} title={words.title}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <RatingField
            rating={draft.rating}
            error={faults.rating && words.faults[faults.rating]}
            onRate={(rating) => change({ rating })}
          />
          <Textarea
            name="comment"
            label={words.comment}
            description={
              isNearLimit ? `${words.commentHint} ${words.commentLength({ length })}` : words.commentHint
            }
            rows={4}
            resize="vertical"
            value={draft.comment}
            error={faults.comment && words.faults[faults.comment]}
            errorProps={{ role: 'alert' }}
            onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
          />
          <Text size="sm" c="dimmed">
            {sender === 'account' ? words.withAccount : words.anonymous}
          </Text>
          {/* Stays enabled while it sends: a disabled button would lose the focus. */}
          <Button
            type="submit"
            aria-disabled={isSending || undefined}
            leftSection={isSending ? <Loader size="1em" color="white" aria-hidden /> : null}
          >
            {isSending ? words.sending : words.send}
          </Button>
          {failure ? (
            <Failure title={words.failed}>
              {failure} {words.kept}
            </Failure>
          ) : null}
        </Stack>
      </form>
    </Modal>
  )
}

type RatingFieldProps = {
  rating: Rating | null
  error: string | undefined
  onRate(rating: Rating): void
}

export function RatingField({ rating, error, onRate }: RatingFieldProps) {
  return (
    <Radio.Group
      name="rating"
      label={words.rating}
      size="md"
      withAsterisk
      error={error}
      errorProps={{ role: 'alert' }}
      inputWrapperOrder={['label', 'error', 'input']}
      value={rating === null ? null : String(rating)}
      onChange={(chosen) => {
        const found = ratings.find((candidate) => String(candidate) === chosen)
        if (found) onRate(found)
      }}
    >
      <Stack gap={0} mt={4}>
        {ratings.toReversed().map((value) => (
          <Radio
            key={value}
            value={String(value)}
            label={words.ratings[value]}
            required
            error={Boolean(error)}
            classNames={{ body: classes['choice'] ?? '', labelWrapper: classes['words'] ?? '' }}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const emptyDraft: FeedbackDraft = { rating: null, comment: '' }

/**
 * The state and the sending of the feedback, one request at a time. The rating and text stay until they have arrived:
 * after a missing rating, a failure, and closing the dialog. `onSent` is called on arrival, unless the person kept
 * typing: then the new text stays too.
 */
export function useFeedbackForm({ opened, onSent }: { opened: boolean; onSent(): void }) {
  const { status } = useSession()
  const [draft, setDraft] = useState(emptyDraft)
  useKeptValue('feedback', draft === emptyDraft ? null : draft, setDraft)
  const [faults, setFaults] = useState<FeedbackFaults>({})
  const [isSessionLost, setIsSessionLost] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isOpen = useRef(opened)
  const {
    isBusy: isSending,
    failure,
    setFailure,
    run,
  } = useAction((error) => {
    if (error instanceof RequestFailure && error.status === 401) setIsSessionLost(true)
    const sentence = describeFailure(error)
    // A person who has closed the dialog wouldn't see the error in it.
    if (!isOpen.current) showToast({ kind: 'error', title: words.failed, description: sentence })
    return sentence
  })
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    isOpen.current = opened
    // Old errors are cleared when the dialog is opened again.
    if (opened) {
      setFaults({})
      setFailure(null)
    }
  }, [opened, setFailure])
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
    const { rating, comment } = draft
    if (rating === null || found.comment) {
      setFailure(null)
      focusField(form.current, found.rating ? 'rating' : 'comment')
      return
    }
    await run(async () => {
      await sendFeedback({ rating, comment: comment || null }, sender)
      if (latest.current === draft) {
        setDraft(emptyDraft)
        onSent()
      }
      showToast({ kind: 'success', title: words.sent, description: words.sentText })
    })
  }

  return { form, draft, faults, failure, isSending, sender, change, submit }
}

function focusField(form: HTMLFormElement | null, name: keyof FeedbackDraft) {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}

/** The reason why feedback was not sent, in one sentence that includes the next step. */
export function describeFailure(failure: unknown): string {
  if (!(failure instanceof RequestFailure)) return words.unexpected
  switch (failure.status) {
    case null:
      return frameWords.failure.connection
    case 401:
      return words.signedOut
    case 429:
      return words.tooMany({ when: failure.problem?.detail ?? words.later })
    default:
      return words.unexpected
  }
}

/**
 * Sends feedback under the signed-in person's account, or anonymously. A session that has ended elsewhere is left to
 * the next call of its pages, since ending it here would close the page, and lose the typed text.
 * @throws RequestFailure for every refusal and every lost connection; its status is 401 when the session has ended, and
 * nothing was kept
 */
export async function sendFeedback(feedback: Feedback, sender: 'account' | 'anonymous'): Promise<void> {
  const token = sender === 'account' ? await findAccessToken() : null
  if (sender === 'account' && token === null) throw new RequestFailure(null, 401)
  await request('POST /api/feedback', { json: feedback, token })
}
