import type { Advice } from './advise.ts'

/** No advice makes way for another sooner: people read it, and screen readers speak it. */
export const leastMsBetweenAdvice = 1000

/** How often in a row something has to be seen before it is said. */
const looksBeforeSaid = 2

/** Says of advice that comes a few times a second what should be shown, which changes seldom. */
export function createSteadyAdvice(): (advice: Advice, atMs: number) => Advice | null {
  let shown: Advice | null = null
  let shownAt = Number.NEGATIVE_INFINITY
  let latest: Advice | null = null
  let times = 0
  return (advice, atMs) => {
    times = advice === latest ? times + 1 : 1
    latest = advice
    if (advice !== shown && times >= looksBeforeSaid && atMs - shownAt >= leastMsBetweenAdvice) {
      shown = advice
      shownAt = atMs
    }
    return shown
  }
}
