import { Alert, Button, Loader, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { feedbackLimits } from '../../../domain/feedback.ts'
import words from '../../../words/en/feedback-dialog.ts'
import { RatingField } from './rating-field.tsx'
import { useFeedbackForm } from './use-feedback-form.ts'

export type FeedbackDialogProps = { opened: boolean; onClose(): void }

/** Asks for a rating and, for who likes, a comment. What was typed is still there when it is closed and opened again. */
export function FeedbackDialog({ opened, onClose }: FeedbackDialogProps) {
  const { form, draft, faults, failure, isSending, sender, change, submit } = useFeedbackForm({
    opened,
    onSent: onClose,
  })
  // The dialog notes where the focus was only when it opens after it was there.
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
          {failure ? (
            <Alert color="red" role="alert" title={words.failed}>
              {failure} {words.kept}
            </Alert>
          ) : null}
          <Text size="sm" c="dimmed">
            {sender === 'account' ? words.withAccount : words.anonymous}
          </Text>
          {/* Not disabled while it sends: it would lose the focus, and with it the place in the dialog. */}
          <Button
            type="submit"
            aria-disabled={isSending || undefined}
            leftSection={isSending ? <Loader size="1em" color="white" aria-hidden /> : null}
          >
            {isSending ? words.sending : words.send}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
