import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Place, readPlace } from './place.ts'

const unset: Record<keyof Place, undefined> = {
  step: undefined,
  below: undefined,
  depth: undefined,
  dialog: undefined,
}

/**
 * The place of the present history entry, and the ways to another one at the same address. An entry is left once: a second press before the
 * first has arrived goes nowhere, and neither does what an entry or a page that is gone still had in mind. What is pressed while an entry
 * settles, which nobody asked for and which takes a moment on a slow phone, is done when it has.
 */
export function usePlace() {
  const navigate = useNavigate()
  const { pathname, search, hash, key, state } = useLocation()
  /** The entry that is shown, until it is left. */
  const shown = useRef<string | null>(null)
  const isSettling = useRef(false)
  const pressed = useRef<(() => void) | null>(null)
  // With the entry itself, not after it was painted: a press in between would be lost.
  useLayoutEffect(() => {
    const way = pressed.current
    shown.current = way ? null : key
    isSettling.current = false
    pressed.current = null
    way?.()
    return () => {
      shown.current = null
    }
  }, [key])

  const leave = (way: () => void) => {
    if (shown.current !== key) {
      if (isSettling.current) pressed.current ??= way
      return
    }
    shown.current = null
    way()
  }
  const go = (place: Place, replace: boolean) =>
    leave(() => {
      const others = typeof state === 'object' && state !== null ? state : {}
      const known = { ...others, ...unset, ...place }
      navigate({ pathname, search, hash }, { state: known, replace, preventScrollReset: true })
    })

  return {
    place: readPlace(state),
    push: (place: Place) => go(place, false),
    replace: (place: Place) => go(place, true),
    /** Replaces, without being asked to, what the entry remembers. */
    settle(place: Place) {
      isSettling.current = shown.current === key
      go(place, true)
    },
    /** Goes so many entries back; nowhere for none. */
    back: (entries = 1) => (entries > 0 ? leave(() => navigate(-entries)) : undefined),
  }
}
