/** A temporary message. It is announced politely and appears above dialogs. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** How long it stays, in milliseconds. */
  durationMs?: number
  /** The page says it too: a phone, where a message takes room in the page, doesn't repeat it. */
  isOnPage?: true
}

export type ToastRegion = {
  show(toast: Toast): void
  hideErrors?(): void
  hideAll?(): void
}

let region: ToastRegion | null = null
const waiting: Toast[] = []
const firstListeners = new Set<() => void>()

/** Shows a toast. The region's code is loaded with the first one; toasts are queued until then. */
export function showToast(toast: Toast): void {
  if (region) {
    region.show(toast)
    return
  }
  waiting.push(toast)
  for (const listener of firstListeners) listener()
}

/**
 * Calls back when a toast waits for the region to load, at once if one already does. Returns a function that stops it.
 */
export function onToastWaiting(listener: () => void): () => void {
  firstListeners.add(listener)
  if (waiting.length > 0) listener()
  return () => firstListeners.delete(listener)
}

/** A new attempt removes the error of an earlier one, so that it is never shown beside the success. */
export function hideErrorToasts(): void {
  region?.hideErrors?.()
  waiting.splice(0, waiting.length, ...waiting.filter(({ kind }) => kind !== 'error'))
}

/** Toasts from before a dialog opens must not cover the dialog. */
export function hideToasts(): void {
  region?.hideAll?.()
  waiting.length = 0
}

/** Passes all toasts, the waiting ones first, to the region that shows them. Returns a function that disconnects it. */
export function connectToastRegion(shown: ToastRegion): () => void {
  region = shown
  for (const toast of waiting.splice(0)) shown.show(toast)
  return () => {
    region = null
  }
}
