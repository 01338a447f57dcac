import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hideToasts } from '../ui/toast.ts'

const unset: Record<keyof Place, undefined> = {
  step: undefined,
  below: undefined,
  depth: undefined,
  dialog: undefined,
}

/**
 * The current history entry's place, and functions that navigate within the same address. An entry is left once: a
 * second press before the first navigation has finished is ignored, as are navigations of an entry or page that is
 * gone. A press while an entry is still settling, which takes a moment on a slow phone, runs afterwards.
 */
function usePlace() {
  const navigate = useNavigate()
  const { pathname, search, hash, key, state } = useLocation()
  /** The current entry, until it is left. */
  const shown = useRef<string | null>(null)
  const isSettling = useRef(false)
  const pressed = useRef<(() => void) | null>(null)
  // In a layout effect, because a press before a normal effect would be lost.
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
    /** Replaces the state of the entry without user input. */
    settle(place: Place) {
      isSettling.current = shown.current === key
      go(place, true)
    },
    /** Goes back this many entries; does nothing for 0. */
    back: (entries = 1) => (entries > 0 ? leave(() => navigate(-entries)) : undefined),
  }
}

/** The state of a history entry on a page with steps and dialogs that Back leaves one by one. */
type Place = {
  /** The step that this entry shows. */
  step?: string | number
  /** The step of the previous entry, if it belongs to the same steps. */
  below?: string | number
  /** The number of entries between this one and the entry on which the steps began. */
  depth?: number
  dialog?: string
}

/** Reads the state of an entry; invalid values are dropped. */
export function readPlace(state: unknown): Place {
  if (typeof state !== 'object' || state === null) return {}
  const { step, below, depth, dialog } = state as Record<string, unknown>
  return {
    ...(isStep(step) ? { step } : {}),
    ...(isStep(below) ? { below } : {}),
    ...(typeof depth === 'number' ? { depth } : {}),
    ...(typeof dialog === 'string' ? { dialog } : {}),
  }
}

const isStep = (value: unknown) => typeof value === 'string' || typeof value === 'number'

type Steps<Step> = {
  step: Step
  /** From 1. */
  number: number
  goTo(step: Step): void
  /** Does nothing on the last step. */
  next(): void
  /** Navigates back in the history if that is the previous step. Does nothing on the first step. */
  previous(): void
  /** Goes back to the entry on which the steps began, so that Back leaves the page: for the end of all steps. */
  leave(): void
}

/**
 * Steps of one page, each with its own history entry: Back goes one step back, Forward one forward, a reload stays, and
 * on the entry where the steps began Back leaves the page. `start` is the step of a page without history state, and
 * `last` the furthest that may be shown.
 */
export function useStepsInHistory<Step extends string | number>(
  steps: readonly [Step, ...Step[]],
  start: Step,
  last: Step = steps.at(-1) ?? start,
): Steps<Step> {
  const { place, push, replace, settle, back } = usePlace()
  const [first] = useState(start)
  const wanted = steps.indexOf((place.step ?? first) as Step)
  const index = Math.min(Math.max(wanted, 0), steps.indexOf(last))
  const step = steps[index] ?? steps[0]

  // Without its own step the first entry would show the newest one, and an entry of an earlier use would show steps
  // that no longer exist.
  const settleFirst = useEffectEvent(() => {
    if (place.step !== step) settle({ step })
  })
  useEffect(() => settleFirst(), [])

  const goTo = (target: Step) => {
    if (target !== step) push({ step: target, below: step, depth: (place.depth ?? 0) + 1 })
  }
  return {
    step,
    number: index + 1,
    goTo,
    next() {
      const target = steps[index + 1]
      if (target !== undefined) goTo(target)
    },
    previous() {
      const target = index > 0 ? steps[index - 1] : undefined
      if (target === undefined) return
      if (place.below === target) back()
      else replace({ ...place, step: target })
    },
    leave: () => back(place.depth ?? 0),
  }
}

/**
 * A dialog that Back of the browser or the phone closes first. Closing it returns the focus to the element that opened
 * it, unless something else has taken it.
 */
export function useDialogInHistory(name: string): { opened: boolean; open(): void; close(): void } {
  const { place, push, back } = usePlace()
  const opened = place.dialog === name
  const opener = useRef<Element | null>(null)

  const giveBack = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && opener.current instanceof HTMLElement) opener.current.focus()
  })
  useEffect(() => {
    if (!opened) giveBack()
  }, [opened])

  return {
    opened,
    open() {
      opener.current = document.activeElement
      hideToasts()
      if (!opened) push({ ...place, depth: (place.depth ?? 0) + 1, dialog: name })
    },
    close() {
      if (opened) back()
    },
  }
}

/**
 * Once `path` is set: goes back to the entry on which the steps began and replaces it with that path. Back then leaves
 * the page, and no step is left in the history.
 */
export function useLeaveFor(path: string | null): void {
  const { place, back } = usePlace()
  const navigate = useNavigate()
  const depth = place.depth ?? 0
  const leave = useEffectEvent((to: string) => (depth > 0 ? back(depth) : navigate(to, { replace: true })))
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again on the entry that Back has led to.
  useEffect(() => {
    if (path) void leave(path)
  }, [path, depth])
}
