import { Button } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import words from '../../../words/en/feedback.ts'
import { useFeedbackDialog } from './use-feedback-dialog.tsx'

/** One quiet button for who wants to say how it was. */
export function FeedbackButton() {
  const { open, dialog } = useFeedbackDialog()
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconMessage2 size="1.125em" stroke={1.6} aria-hidden />}
        onClick={open}
      >
        {words.open}
      </Button>
      {dialog}
    </div>
  )
}
