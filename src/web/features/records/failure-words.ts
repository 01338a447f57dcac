import words from '../../../words/en/record.ts'
import { RequestFailure } from '../../api/request.ts'

/** Why a call failed, in a sentence that helps. */
export function describeFailure(failure: unknown): string {
  const problem = failure instanceof RequestFailure ? failure.problem : null
  return problem ? (problem.detail ?? problem.title) : words.network
}
