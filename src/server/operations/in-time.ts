import { waitAtMost } from '../platform/wait-at-most.ts'

/** Longer than a healthy part ever takes to answer, and shorter than those wait who ask about it. */
const patienceMs = 3000

/** What is answered within our patience; undefined when nothing is, or an error. */
export function answerInTime<T>(answer: Promise<T>): Promise<T | undefined> {
  return waitAtMost(
    patienceMs,
    answer.catch(() => undefined),
  )
}
