import { useCallback, useState } from 'react'
import type { HowKnown } from '../../../contract/evidence.ts'
import type { CheckAnswer } from '../../../contract/record.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { readRecordFile, recordFileMaxBytes } from './read-record-file.ts'
import { words } from './words.ts'

export type CheckState =
  | { phase: 'idle' }
  | { phase: 'checking' }
  | { phase: 'failed'; message: string; retry: (() => void) | null }
  | { phase: 'answered'; answer: CheckAnswer; fileName: string | null; states: HowKnown | null }

/** Checks files and codes, one at a time; the last one asked for counts. */
export function useCheck() {
  const [state, setState] = useState<CheckState>({ phase: 'idle' })

  const ask = useCallback(async (read: () => ReturnType<typeof readRecordFile>, fileName: string | null) => {
    setState({ phase: 'checking' })
    try {
      const { asked, states } = await read()
      const answer = await request('POST /api/check', { json: asked })
      // Only a file that was not changed is quoted.
      setState({ phase: 'answered', answer, fileName, states: answer.result === 'genuine' ? states : null })
    } catch (failure) {
      const problem = failure instanceof RequestFailure ? failure.problem : null
      const message = problem ? (problem.detail ?? problem.title) : words.network
      setState({ phase: 'failed', message, retry: () => void ask(read, fileName) })
    }
  }, [])

  const checkFile = useCallback(
    (file: File) => {
      if (!globalThis.crypto?.subtle) setState({ phase: 'failed', message: words.noFingerprint, retry: null })
      else if (file.size > recordFileMaxBytes)
        setState({ phase: 'failed', message: words.tooLarge, retry: null })
      else void ask(() => readRecordFile(file), file.name)
    },
    [ask],
  )
  const checkCode = useCallback(
    (code: string) => void ask(async () => ({ asked: { checkCode: code }, states: null }), null),
    [ask],
  )
  const reset = useCallback(() => setState({ phase: 'idle' }), [])
  return { state, checkFile, checkCode, reset }
}
