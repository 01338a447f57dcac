import { useEffect, useEffectEvent, useRef } from 'react'
import { usePlace } from './use-place.ts'

/**
 * A dialog that Back of the browser or the phone closes before anything else. Closing it gives the focus back to what opened it, unless
 * something else took it meanwhile.
 */
export function useDialogInHistory(name: string): { opened: boolean; open(): void; close(): void } {
  const { place, push, back } = usePlace()
  const opened = place.dialog === name
  const opener = useRef<Element | null>(null)

  const giveBack = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && opener.current instanceof HTMLElement) opener.current.focus()
  })
  useEffect(() => {
    if (!opened) giveBack()
  }, [opened])

  return {
    opened,
    open() {
      opener.current = document.activeElement
      if (!opened) push({ ...place, depth: (place.depth ?? 0) + 1, dialog: name })
    },
    close() {
      if (opened) back()
    },
  }
}
