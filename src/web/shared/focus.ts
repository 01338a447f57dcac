import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the field of a path, which scrolls it into view. Returns whether it is on the page. */
export function focusField(path: string): boolean {
  const field = document.querySelector<HTMLElement>(`[data-path="${path}"]`)
  field?.focus()
  return field !== null
}

/** A ref for an element that replaces the pressed control and takes its focus. It needs tabIndex -1 unless it's a control. */
export function focusNow(element: HTMLElement | null) {
  element?.focus()
}

/**
 * A ref for the element that takes the focus if it was lost with a control that disappeared when `shown` changed. It
 * needs tabIndex -1 unless it's a control.
 */
export function useLostFocus<Part extends HTMLElement>(shown: unknown): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement === document.body) part.current?.focus()
  }, [shown])
  return part
}

/**
 * The props of a field that shows why its value was refused, as at the gate: the message is announced, and the field
 * takes the focus.
 */
export function useRefusal<Field extends HTMLElement = HTMLInputElement>(message: string | null) {
  const ref = useRef<Field>(null)
  useEffect(() => {
    if (message !== null) ref.current?.focus()
  }, [message])
  return { ref, error: message, errorProps: { role: 'alert' } as const }
}
