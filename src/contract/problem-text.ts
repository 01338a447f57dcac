import featureWords from '../words/en/feature-problems.ts'
import words from '../words/en/problems.ts'
import stepFaultWords from '../words/en/step-faults.ts'
import { describeWaitUntil } from '../words/wait.ts'
import type { ProblemCode } from './problem.ts'

type ProblemText = { title: string; detail: string | ((values: { wait: string }) => string) }

type Shared = keyof typeof stepFaultWords | keyof typeof featureWords

// A refusal without words does not compile.
const getProblemText = (code: ProblemCode): ProblemText => {
  if (code in stepFaultWords) return stepFaultWords[code as keyof typeof stepFaultWords]
  if (code in featureWords) return featureWords[code as keyof typeof featureWords]
  return words[code as Exclude<ProblemCode, Shared>]
}

/**
 * The public words of a refusal and the sentence below them, so that no box is ever empty (ERROR-13). They are what the screens show (ERROR-2),
 * and never carry an id, an address or a vendor's text. Where one may come back later the sentence says when (ERROR-14).
 */
export function explainProblem(
  code: ProblemCode,
  retryAfterSeconds?: number,
): { title: string; detail: string } {
  const { title, detail } = getProblemText(code)
  return {
    title,
    detail: typeof detail === 'string' ? detail : detail({ wait: describeWaitUntil(retryAfterSeconds) }),
  }
}
