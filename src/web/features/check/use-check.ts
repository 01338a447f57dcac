import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { HowKnown } from '../../../contract/evidence.ts'
import type { CheckAnswer } from '../../../contract/record.ts'
import words from '../../../words/en/check.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { readRecordFile, recordFileMaxBytes } from './read-record-file.ts'

export type CheckState =
  | { phase: 'idle' }
  | { phase: 'checking' }
  | { phase: 'failed'; message: string; retry: (() => void) | null }
  | {
      phase: 'answered'
      answer: CheckAnswer
      fileName: string | null
      states: HowKnown | null
      isPicture: boolean
    }

/** Checks files and codes, one at a time: what was asked before is let go of, and the last one asked for counts. */
export function useCheck() {
  const [state, setState] = useState<CheckState>({ phase: 'idle' })
  const asking = useRef<AbortController>(undefined)
  /** Of the record that was checked last: a picture is looked for in that one. */
  const recordCode = useRef<string>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = useCallback(async (read: () => ReturnType<typeof readRecordFile>, fileName: string | null) => {
    const { signal } = renew(asking)
    setState({ phase: 'checking' })
    try {
      const { asked, states, isPicture } = await read()
      if (isPicture && !recordCode.current) {
        if (!signal.aborted) setState({ phase: 'failed', message: words.recordFirst, retry: null })
        return
      }
      if (asked.checkCode || !isPicture) recordCode.current = asked.checkCode
      const checkCode = recordCode.current
      const answer = await request('POST /api/check', { json: { ...asked, checkCode }, signal })
      setState({
        phase: 'answered',
        answer: isPicture && answer.result === 'changed' ? { result: 'unknown' } : answer,
        fileName,
        // Only a file that was not changed is quoted.
        states: answer.result === 'genuine' ? states : null,
        isPicture,
      })
    } catch (failure) {
      if (signal.aborted) return
      const problem = failure instanceof RequestFailure ? failure.problem : null
      const message = problem ? (problem.detail ?? problem.title) : words.network
      setState({ phase: 'failed', message, retry: () => void ask(read, fileName) })
    }
  }, [])

  const checkFile = useCallback(
    (file: File) => {
      renew(asking)
      if (!globalThis.crypto?.subtle) setState({ phase: 'failed', message: words.noFingerprint, retry: null })
      else if (file.size > recordFileMaxBytes)
        setState({ phase: 'failed', message: words.tooLarge, retry: null })
      else void ask(() => readRecordFile(file), file.name)
    },
    [ask],
  )
  const checkCode = useCallback(
    (code: string) =>
      void ask(async () => ({ asked: { checkCode: code }, states: null, isPicture: false }), null),
    [ask],
  )
  const reset = useCallback(() => {
    renew(asking)
    setState({ phase: 'idle' })
  }, [])
  return { state, checkFile, checkCode, reset }
}

/** Lets go of what is under way. Answers what the next may be let go of with. */
function renew(asking: RefObject<AbortController | undefined>): AbortController {
  asking.current?.abort()
  asking.current = new AbortController()
  return asking.current
}
