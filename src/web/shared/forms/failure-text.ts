import failureWords from '../../../words/en/failures.ts'
import { RequestFailure } from '../../api/request.ts'

export const sayNotReached = (): string => failureWords.notReached

/** What to tell about a request that failed: the server's words, or that it was not reached. */
export function describeFailure(failure: unknown): string {
  const problem = failure instanceof RequestFailure ? failure.problem : null
  return problem ? (problem.detail ?? problem.title) : sayNotReached()
}
