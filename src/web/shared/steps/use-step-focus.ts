import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the heading of the present step, which must have tabIndex -1. When the step changes it takes the focus, so that the step is read aloud
 * from its start, and the page goes to its top, or to the heading where much stands above it; the first step of a visit is left alone.
 */
export function useStepFocus(
  step: string | number,
  top: 'page' | 'heading',
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
    if (top === 'page') window.scrollTo({ top: 0 })
    else heading.current?.scrollIntoView({ block: 'start' })
  }, [step, top])
  return heading
}
