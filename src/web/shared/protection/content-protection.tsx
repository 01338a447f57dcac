import { useEffect, useState } from 'react'
import { productName } from '../../../domain/product.ts'
import { useSession } from '../../api/session-state.ts'
import { isHiddenInPrint, setProtectionOff, useProtectionState } from './protection-state.ts'
import './content-protection.css'
import words from '../../../words/en/protection.ts'
import { showToast } from '../ui/toast.ts'
import classes from './watermark.module.css'

/**
 * Protects the page of one path while it is mounted: blocks the ways of copying, and covers it with a watermark of
 * viewer and time.
 */
export default function ContentProtection({ path }: { path: string }) {
  const { isOff, viewer } = useProtectionState()
  const { user } = useSession()
  const [openedAt] = useState(() => new Date())

  useEffect(() => () => setProtectionOff(false), [])
  useEffect(() => (isOff ? undefined : blockActions(document)), [isOff])
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['protected'] = isOff ? 'off' : 'on'
    if (isHiddenInPrint(path)) dataset['printing'] = 'hidden'
    return () => {
      delete dataset['protected']
      delete dataset['printing']
    }
  }, [isOff, path])

  return <Watermark text={`${viewer ?? user?.email ?? productName} · ${describeUtcMinute(openedAt)}`} />
}

/** In UTC, for example "2026-03-11 09:05 UTC", so that a leaked picture reads the same in every country. */
function describeUtcMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The size of one repetition, in CSS pixels: wide enough for an address and a time. */
const tile = { width: 420, height: 180 } as const

/**
 * Faint text across the whole page. It is a mask over one flat colour, so that it can't be clicked, read by a screen
 * reader, selected or found.
 */
export function Watermark({ text }: { text: string }) {
  const mask = `url("data:image/svg+xml,${encodeURIComponent(drawText(text))}")`
  return (
    <div
      className={classes['layer']}
      style={{ maskImage: mask, WebkitMaskImage: mask }}
      data-watermark={text}
      aria-hidden="true"
    />
  )
}

function drawText(text: string): string {
  const { width, height } = tile
  const word = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="${width / 2}" y="${height / 2}" text-anchor="middle" font-family="sans-serif" font-size="14" transform="rotate(-22 ${width / 2} ${height / 2})">${word}</text></svg>`
}

/** A held key repeats; its toast doesn't. */
const quietMs = 2000

/** Parts that may be selected and copied: inputs, and the person's own photo and ID. */
const freeParts = 'input, textarea, select, [contenteditable], [data-own-document]'

/**
 * Blocks copying shortcuts, the context menu, dragging, selecting and screen capture from this page, and shows a toast.
 * Fields, and the person's own documents, are exempt. Returns a function that stops it.
 */
export function blockActions(page: Document): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  const showReason = makeQuietToast(quietMs)

  const onKey = (event: KeyboardEvent) => {
    if (!isBlockedKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    showReason(words.blocked)
  }
  page.addEventListener('keydown', onKey, options)
  // Browsers report PrintScreen only on keyup.
  page.addEventListener('keyup', onKey, options)
  page.addEventListener(
    'contextmenu',
    (event) => {
      if (isFree(event.target)) return
      event.preventDefault()
      showReason(words.rightClick)
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
  const allowRecording = blockScreenCapture(() => showReason(words.recording))
  return () => {
    controller.abort()
    allowRecording()
  }
}

function isFree(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(freeParts) !== null
}

function makeQuietToast(ms: number): (title: string) => void {
  const shownAt = new Map<string, number>()
  return (title) => {
    const now = performance.now()
    if (now - (shownAt.get(title) ?? Number.NEGATIVE_INFINITY) < ms) return
    shownAt.set(title, now)
    showToast({ kind: 'error', title, description: words.blockedText })
  }
}

/** Rejects this page's own screen capture, which a script or an extension could use to record it. */
function blockScreenCapture(onBlocked: () => void): () => void {
  const devices = navigator.mediaDevices
  if (typeof devices?.getDisplayMedia !== 'function') return () => {}
  devices.getDisplayMedia = () => {
    onBlocked()
    return Promise.reject(new DOMException(words.blockedText, 'NotAllowedError'))
  }
  return () => {
    // The own property shadows the prototype's method; deleting it restores the method.
    Reflect.deleteProperty(devices, 'getDisplayMedia')
  }
}

/** The properties of a KeyboardEvent that identify a key press. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'shiftKey' | 'metaKey'>

/**
 * Whether content protection blocks a key press (PROTECT-2): PrintScreen, F12, Ctrl+Shift+I/J/C, Ctrl+U/S/P and
 * Meta+Shift+3/4/5. With Shift held, a digit's key differs by layout, so its position on the keyboard counts too.
 */
export function isBlockedKey({ key, code, ctrlKey, shiftKey, metaKey }: KeyPress): boolean {
  if (key === 'PrintScreen' || key === 'F12') return true
  const letter = key.toLowerCase()
  if (ctrlKey && shiftKey) return ['i', 'j', 'c'].includes(letter)
  if (ctrlKey) return ['u', 's', 'p'].includes(letter)
  if (metaKey && shiftKey) {
    return ['3', '4', '5'].includes(key) || ['Digit3', 'Digit4', 'Digit5'].includes(code)
  }
  return false
}
