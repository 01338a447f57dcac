/** A message that passes by. It is announced politely and lies above dialogs. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** How long it stays, in milliseconds. */
  durationMs?: number
}

/** The part of the page that shows toasts. */
export type ToastRegion = {
  show(toast: Toast): void
  /** Takes away the errors that still stand. */
  hideErrors?(): void
  hideAll?(): void
}

let region: ToastRegion | null = null
const waiting: Toast[] = []
const firstListeners = new Set<() => void>()

/** Shows a toast. The toast's code is loaded with the first one; toasts wait in line until it is there. */
export function showToast(toast: Toast): void {
  if (region) {
    region.show(toast)
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

/** A new attempt removes the message of an earlier one: it never stands beside the success. */
export function hideErrorToasts(): void {
  region?.hideErrors?.()
  waiting.splice(0, waiting.length, ...waiting.filter(({ kind }) => kind !== 'error'))
}

/** What was said before a dialog opens does not lie over the dialog. */
export function hideToasts(): void {
  region?.hideAll?.()
  waiting.length = 0
}

/** Hands all toasts, the waiting ones first, to the region that shows them. Answers the way to take it back. */
export function connectToastRegion(shown: ToastRegion): () => void {
  region = shown
  for (const toast of waiting.splice(0)) shown.show(toast)
  return () => {
    region = null
  }
}
