import { useState } from 'react'
import { useDialogInHistory } from '../../../shared/steps/use-dialog-in-history.ts'

/** The whole text over the form: whether it is open, at which part (null for the start), and the ways in and out. */
export function useWholeText() {
  const { opened, open, close } = useDialogInHistory('text')
  const [part, setPart] = useState<string | null>(null)
  const read = (wanted?: string) => {
    setPart(wanted ?? null)
    open()
  }
  return { read, shown: { opened, part, onClose: close } }
}
