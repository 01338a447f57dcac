import words from '../../../words/en/frame.ts'
import '../../theme/components.css'
import { CloseButton } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { connectToastRegion, type Toast } from './toast.ts'
import classes from './toast-region.module.css'

const colors: Record<Toast['kind'], string> = { success: 'assent', error: 'red', info: 'gray' }

const errors = new Set<string>()

function show(toast: Toast) {
  const id = notifications.show({
    title: toast.title,
    message: toast.description ?? '',
    autoClose: toast.durationMs ?? defaultDurationMs,
    color: colors[toast.kind],
    position: document.dir === 'rtl' ? 'top-left' : 'top-right',
    // The surrounding region is the live one; an alert would interrupt the screen reader.
    role: 'group',
    'data-toast': toast.kind,
    closeButtonProps: { 'aria-label': words.failure.dismiss },
    onClose: () => errors.delete(id),
  })
  if (toast.kind === 'error') errors.add(id)
}

function hideErrors() {
  for (const id of errors) notifications.hide(id)
}

const defaultDurationMs = 5000

const isPhone = () => window.matchMedia('(max-width: 47.99em)').matches

/** What a note is put into: below the part of it that was pressed. */
const holders = [
  'main, section, form, article, details',
  '.mantine-Stack-root, .mantine-Card-root, .mantine-Paper-root, .mantine-Modal-body',
].join(', ')

/** Puts a note below the pressed control, or below the heading of a page that was just opened. */
function place(note: HTMLElement): void {
  const main = document.querySelector('main')
  const pressed = document.activeElement?.closest('main *, [role=dialog] *')
  const heading = [...(main?.querySelectorAll('h1, h2') ?? [])].find((each) => each.checkVisibility())
  let part = pressed?.checkVisibility() && !note.contains(pressed) ? pressed : (heading ?? null)
  part = part?.closest('main header') ?? part
  while (part?.parentElement && !part.parentElement.matches(holders)) part = part.parentElement
  if (part?.parentElement) part.after(note)
  else (main ?? document.body).prepend(note)
  note.scrollIntoView({ block: 'nearest' })
}

/** Longer than a dialog takes to close and to give the focus back. */
const closingMs = 300

/** Whether the focus is in a dialog, which may be closing, or on its way back from one. */
const isFocusMoving = () =>
  document.activeElement === document.body || Boolean(document.activeElement?.closest('[role=dialog]'))

type Note = { toast: Toast; until: number }

/**
 * The message of a phone: a note in the page, which covers nothing. It stays until the next one, and moves along when
 * the page changes in its first seconds.
 */
function usePhoneNote() {
  const [note, setNote] = useState<Note | null>(null)
  const host = useRef<HTMLElement | null>(null)
  const pressed = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = document.createElement('div')
    element.setAttribute('aria-live', 'polite')
    element.className = classes['place'] ?? ''
    host.current = element
    return () => element.remove()
  }, [])
  useEffect(() => {
    const element = host.current
    if (!element) return
    if (!note) {
      element.remove()
      if (document.activeElement === document.body) pressed.current?.focus({ preventScroll: true })
      return
    }
    const put = () => {
      pressed.current = document.activeElement as HTMLElement | null
      place(element)
    }
    let timer = 0
    const putSoon = () => {
      clearTimeout(timer)
      timer = window.setTimeout(put, closingMs)
    }
    if (isFocusMoving()) putSoon()
    else put()
    const look = new MutationObserver(() => {
      if (element.isConnected && element.checkVisibility()) return
      if (Date.now() > note.until) setNote(null)
      else putSoon()
    })
    look.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
    return () => {
      clearTimeout(timer)
      look.disconnect()
    }
  }, [note])
  return { note, setNote, host }
}

/** Where toasts appear, announced politely: above dialogs, or on a phone in the page. */
export default function ToastRegion() {
  const { note, setNote, host } = usePhoneNote()
  useEffect(
    () =>
      connectToastRegion({
        show(toast) {
          if (!isPhone()) show(toast)
          else if (!toast.isOnPage)
            setNote({ toast, until: Date.now() + (toast.durationMs ?? defaultDurationMs) })
        },
        hideErrors() {
          hideErrors()
          setNote((shown) => (shown?.toast.kind === 'error' ? null : shown))
        },
        hideAll() {
          notifications.clean()
          setNote(null)
        },
      }),
    [setNote],
  )
  return (
    <>
      <Notifications aria-live="polite" limit={4} transitionDuration={160} />
      {note && host.current
        ? createPortal(<PhoneNote {...note.toast} onClose={() => setNote(null)} />, host.current)
        : null}
    </>
  )
}

function PhoneNote({ kind, title, description, onClose }: Toast & { onClose(): void }) {
  return (
    <div className={classes['note']} data-toast={kind}>
      <div>
        <p className={classes['title']}>{title}</p>
        {description ? <p>{description}</p> : null}
      </div>
      <CloseButton
        className={classes['close']}
        size="xl"
        aria-label={words.failure.dismiss}
        onClick={onClose}
      />
    </div>
  )
}
