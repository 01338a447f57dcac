import { useRef, useState } from 'react'
import words from '../../../../words/en/gate.ts'
import { RequestFailure } from '../../../api/request.ts'
import type { FieldError } from '../plain-field.tsx'

/**
 * Tries something at the gate, one at a time. A refusal stands at the field, is read aloud there, and takes the focus to it.
 * `onLinkChanged` is called when the link turns out to be closed, or the visitor's own.
 */
export function useGateAttempt(onLinkChanged: () => void) {
  const [error, setError] = useState<FieldError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const refuse = (title: string, description: string) => {
    setError({ title, description })
    field.current?.focus()
  }

  const attempt = async (send: () => Promise<void>) => {
    if (isBusy) return
    setError(null)
    setIsBusy(true)
    try {
      await send()
    } catch (failure) {
      const problem = failure instanceof RequestFailure ? failure.problem : null
      if (problem?.code === 'link_closed' || problem?.code === 'owner_cannot_submit') onLinkChanged()
      if (problem) refuse(problem.title, problem.detail ?? problem.title)
      else refuse(words.gateFailed, words.gateFailedText)
    } finally {
      setIsBusy(false)
    }
  }

  return { field, error, isBusy, refuse, attempt }
}
