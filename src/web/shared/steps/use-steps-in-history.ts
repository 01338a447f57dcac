import { useEffect, useEffectEvent, useState } from 'react'
import { usePlace } from './use-place.ts'

export type Steps<Step> = {
  step: Step
  /** From 1. */
  number: number
  goTo(step: Step): void
  /** Does nothing on the last step. */
  next(): void
  /** Goes where Back of the browser goes, if that is the step before. Does nothing on the first step. */
  previous(): void
  /** Goes back to the entry that the steps began on, so that Back leaves the page: for the end of them all. */
  leave(): void
}

/**
 * Steps of one page, each a history entry of its own: Back goes one step back, Forward one forward, a reload stays, and from the entry that
 * the steps began on Back leaves the page. `start` is the step of a page that the history knows nothing of, and `last` the furthest that
 * may be shown.
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

  // Without its own step the first entry would show the newest one, and one of an earlier use steps that are not there any more.
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
