import words from '../../../words/en/frame.ts'
import '../../theme/components.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { connectToastRegion, type Toast } from './toast.ts'

const colors: Record<Toast['kind'], string> = { success: 'assent', error: 'red', info: 'gray' }

const errors = new Set<string>()
const others = new Set<string>()

/**
 * On a phone at the bottom of the screen, because headings, progress and dialog titles are at its top. There a toast
 * replaces the earlier ones that aren't errors, since a stack would cover too much.
 */
function show(toast: Toast) {
  const narrow = window.matchMedia('(max-width: 47.99em)').matches
  if (narrow) for (const before of others) notifications.hide(before)
  const id = notifications.show({
    title: toast.title,
    message: toast.description ?? '',
    autoClose: toast.durationMs ?? 5000,
    color: colors[toast.kind],
    position: narrow ? 'bottom-center' : 'top-right',
    // The surrounding region is the live one; an alert would interrupt the screen reader.
    role: 'group',
    'data-toast': toast.kind,
    closeButtonProps: { 'aria-label': words.failure.dismiss },
    onClose: () => {
      errors.delete(id)
      others.delete(id)
    },
  })
  if (toast.kind === 'error') errors.add(id)
  else others.add(id)
}

/** The elements that a toast must not cover: controls, headings and the current step. */
const wanted = 'a, button, input, select, textarea, summary, label, h1, h2, h3, [aria-current="step"]'

/** Moves the toasts on a phone up to the lowest place where they cover none of those elements. */
function findRoom() {
  const messages = document
    .querySelector('[data-toast]')
    ?.closest<HTMLElement>('.mantine-Notifications-root[data-position^="bottom"]')
  if (!messages) return
  const height = messages.offsetHeight
  const taken = [...document.querySelectorAll(wanted)]
    .filter((element) => !messages.contains(element) && element.checkVisibility({ checkVisibilityCSS: true }))
    .map((element) => element.getBoundingClientRect())
    .filter((rect) => rect.width > 1 && rect.bottom > 0 && rect.top < window.innerHeight)
  const isFree = (foot: number) => taken.every((rect) => rect.bottom <= foot - height || rect.top >= foot)
  const feet = [window.innerHeight, ...taken.map(({ top }) => top)].map((top) => top - spaceBelow)
  const foot = feet.toSorted((a, b) => b - a).find((each) => each > height && isFree(each))
  messages.style.bottom = `${window.innerHeight - (foot ?? window.innerHeight - spaceBelow)}px`
}

/** In pixels. */
const spaceBelow = 8

/** Searches for a place again while the page under a toast changes. Returns a function that stops it. */
function keepAside(): () => void {
  let frame = 0
  const look = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(findRoom)
  })
  look.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => look.disconnect()
}

function hideErrors() {
  for (const id of errors) notifications.hide(id)
}

/** Where toasts appear: above dialogs, announced politely. */
export default function ToastRegion() {
  useEffect(() => connectToastRegion({ show, hideErrors, hideAll: notifications.clean }), [])
  useEffect(keepAside, [])
  return <Notifications aria-live="polite" limit={4} transitionDuration={160} />
}
