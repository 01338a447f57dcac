import type { ProblemCode } from '../../../../contract/problem.ts'
import { RequestFailure } from '../../../api/request.ts'

const codes: readonly (ProblemCode | undefined)[] = [
  'hold_after_withdrawal',
  'hold_without_files',
  'hold_set_before',
  'no_hold',
  'record_not_found',
]

/** Whether a refusal says that the page shows what is so no longer: somebody else was faster, or the link has ended. */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof RequestFailure && codes.includes(failure.problem?.code)
}
