import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/wizard.ts'
import { RequestFailure } from '../../../api/request.ts'

/** A creation that did not happen: what the person is told, whether a plan would help, and the fields that the server refused. */
export type CreationFailure = {
  title: string
  description: string
  needsPlan?: true
  errors: Record<string, string>
}

/** What a failed creation means. The server's refusals keep their words; the person kind appends the reason (CREATE-15). */
export function toCreationFailure(kind: VerificationKind, error: unknown): CreationFailure {
  const errors: Record<string, string> = {}
  if (!(error instanceof RequestFailure) || (error.problem && error.problem.status >= 500)) {
    return { title: words.savingFailed, description: withReason(kind, error), errors }
  }
  if (wasCreatedBefore(error)) {
    return { title: words.createdBefore, description: words.createdBeforeText, errors }
  }
  const { problem, status } = error
  if (problem) {
    for (const { path, message } of problem.errors ?? []) errors[path] ??= message
    const first = Object.values(errors)[0]
    // The refusal of a field says more than that of them all.
    const says = problem.code === 'validation_failed' ? first : undefined
    const description = says ?? problem.detail ?? words.savingFailedText
    return { title: problem.title, description, ...(status === 402 ? { needsPlan: true } : {}), errors }
  }
  return status === null
    ? { title: words.creatingFailed, description: words.networkText, errors }
    : { title: words.savingFailed, description: withReason(kind, error), errors }
}

/** Whether an earlier attempt had arrived after all, with what was typed then. */
export function wasCreatedBefore(error: unknown): boolean {
  return error instanceof RequestFailure && error.problem?.code === 'idempotency_key_reused'
}

/** Whether the wallet's proof in the draft is good for nothing any more: used, or from yesterday. */
export function isProofSpent(error: unknown): boolean {
  return error instanceof RequestFailure && error.problem?.code === 'wallet_proof_missing'
}

function withReason(kind: VerificationKind, error: unknown): string {
  const reason = error instanceof RequestFailure ? error.problem?.title : null
  return kind === 'person' && reason ? `${words.savingFailedText}: ${reason}` : words.savingFailedText
}
