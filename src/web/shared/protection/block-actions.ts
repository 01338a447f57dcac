import words from '../../../words/en/protection.ts'
import { showToast } from '../ui/toast.ts'
import { isBlockedKey } from './blocked-key.ts'

/** A held key repeats; its toast does not. */
const quietMs = 2000

/** What a person types, and the photo and ID that they gave themselves. */
const freeParts = 'input, textarea, select, [contenteditable], [data-own-document]'

/**
 * Blocks copying shortcuts, the context menu, dragging, selecting and screen capture from this page, and says so. What happens inside a
 * field, or with one's own document, is left alone. Answers the way to stop.
 */
export function blockActions(page: Document): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  const say = makeQuietToast(quietMs)

  const onKey = (event: KeyboardEvent) => {
    if (!isBlockedKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    say(words.blocked)
  }
  page.addEventListener('keydown', onKey, options)
  // Browsers report PrintScreen only when it is released.
  page.addEventListener('keyup', onKey, options)
  page.addEventListener(
    'contextmenu',
    (event) => {
      if (isFree(event.target)) return
      event.preventDefault()
      say(words.rightClick)
    },
    options,
  )
  for (const type of ['dragstart', 'selectstart'] as const) {
    page.addEventListener(
      type,
      (event) => {
        if (!isFree(event.target)) event.preventDefault()
      },
      options,
    )
  }
  const allowRecording = blockScreenCapture(() => say(words.recording))
  return () => {
    controller.abort()
    allowRecording()
  }
}

function isFree(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(freeParts) !== null
}

/** Shows a title at most once within `ms`. */
function makeQuietToast(ms: number): (title: string) => void {
  const shownAt = new Map<string, number>()
  return (title) => {
    const now = performance.now()
    if (now - (shownAt.get(title) ?? Number.NEGATIVE_INFINITY) < ms) return
    shownAt.set(title, now)
    showToast({ kind: 'error', title, description: words.blockedText })
  }
}

/** Refuses this page's own screen capture, by which a script or an extension would record it. */
function blockScreenCapture(onBlocked: () => void): () => void {
  const devices = navigator.mediaDevices
  if (typeof devices?.getDisplayMedia !== 'function') return () => {}
  devices.getDisplayMedia = () => {
    onBlocked()
    return Promise.reject(new DOMException(words.blockedText, 'NotAllowedError'))
  }
  return () => {
    // The own property shadows the prototype's method; without it that one answers again.
    Reflect.deleteProperty(devices, 'getDisplayMedia')
  }
}
