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
 * first has arrived goes nowhere, and neither does what an entry or a page that is gone still had in mind.
 */
export function usePlace() {
  const navigate = useNavigate()
  const { pathname, search, hash, key, state } = useLocation()
  /** The entry that is shown, until it is left. */
  const shown = useRef<string | null>(null)
  // With the entry itself, not after it was painted: a press in between would be lost.
  useLayoutEffect(() => {
    shown.current = key
    return () => {
      shown.current = null
    }
  }, [key])

  const leave = (way: () => void) => {
    if (shown.current !== key) return
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
    /** Goes so many entries back; nowhere for none. */
    back: (entries = 1) => (entries > 0 ? leave(() => navigate(-entries)) : undefined),
  }
}
