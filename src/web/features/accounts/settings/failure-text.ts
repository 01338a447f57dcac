import { RequestFailure } from '../../../api/request.ts'
import { privacyWords as words } from './privacy-words.ts'

/** What to tell about a request that failed: the server's words, or that it was not reached. */
export function failureText(failure: unknown): string {
  const problem = failure instanceof RequestFailure ? failure.problem : null
  return problem ? (problem.detail ?? problem.title) : words.notReached
}
