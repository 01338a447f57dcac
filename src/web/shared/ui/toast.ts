/** A message that passes by. It is announced politely and lies above dialogs. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** How long it stays, in milliseconds. */
  durationMs?: number
}

type Show = (toast: Toast) => void

let showNow: Show | null = null
const waiting: Toast[] = []
const firstListeners = new Set<() => void>()

/** Shows a toast. The toast's code is loaded with the first one; toasts wait in line until it is there. */
export function showToast(toast: Toast): void {
  if (showNow) {
    showNow(toast)
    return
  }
  waiting.push(toast)
  for (const listener of firstListeners) listener()
}

/** Calls back when a toast waits for the region to load, at once if one does already. Answers the way to stop. */
export function onToastWaiting(listener: () => void): () => void {
  firstListeners.add(listener)
  if (waiting.length > 0) listener()
  return () => firstListeners.delete(listener)
}

/** Hands all toasts, the waiting ones first, to the region that shows them. Answers the way to take it back. */
export function connectToastRegion(show: Show): () => void {
  showNow = show
  for (const toast of waiting.splice(0)) show(toast)
  return () => {
    showNow = null
  }
}
