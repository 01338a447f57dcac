import type { Clock } from './clock.ts'

/**
 * Asks once for all who ask within so many milliseconds, and those who ask while an answer is on its way get the same. What could not be found
 * out is asked again.
 */
export function rememberFor<T>(
  clock: Pick<Clock, 'now'>,
  milliseconds: number,
  ask: () => Promise<T>,
): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = clock.now().getTime()
    if (last && now - last.at < milliseconds) return last.answer
    const found = { at: now, answer: ask() }
    last = found
    found.answer.catch(() => {
      if (last === found) last = null
    })
    return found.answer
  }
}
