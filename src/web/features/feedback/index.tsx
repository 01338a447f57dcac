import { Button } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import words from '../../../words/en/feedback.ts'
import { showToast } from '../../shared/ui/toast.ts'
import type { FeedbackDialogProps } from './feedback-dialog.tsx'

export function FeedbackButton() {
  const { open, dialog } = useFeedbackDialog()
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconMessage2 size="1.125em" stroke={1.6} aria-hidden />}
        onClick={open}
      >
        {words.open}
      </Button>
      {dialog}
    </div>
  )
}

/**
 * The feedback dialog, downloaded when it is first opened: `open` opens it, `dialog` can be rendered anywhere in the
 * page.
 */
export function useFeedbackDialog(): { open(): Promise<void>; dialog: ReactNode } {
  const [Dialog, setDialog] = useState<ComponentType<FeedbackDialogProps> | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = async () => {
    try {
      const { FeedbackDialog } = await import('./feedback-dialog.tsx')
      setDialog(() => FeedbackDialog)
      setIsOpen(true)
    } catch {
      showToast({ kind: 'error', title: words.notLoaded, description: words.notLoadedNext })
    }
  }
  return { open, dialog: Dialog ? <Dialog opened={isOpen} onClose={() => setIsOpen(false)} /> : null }
}
