import { RequestFailure } from '../../api/request.ts'
import { describeFailure as textOf } from '../../shared/forms/failure-text.ts'

/** What to tell about a request that failed: here of the field that is at fault, where one is. */
export function describeFailure(failure: unknown): string {
  const problem = failure instanceof RequestFailure ? failure.problem : null
  return problem?.errors?.[0]?.message ?? textOf(failure)
}
