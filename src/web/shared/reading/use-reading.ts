import { useCallback, useEffect, useState } from 'react'
import type { Reading } from '../../../contract/document-reading.ts'
import type { ReadingCalls } from '../../api/document-readings.ts'
import { RequestFailure } from '../../api/request.ts'

/** How soon after an answer it is looked again. */
const pauseMs = 1000

export type ReadingState =
  | { phase: 'none' }
  | { phase: 'asking' }
  | { phase: 'known'; reading: Reading }
  | { phase: 'failed'; failure: RequestFailure }

/**
 * Has a stored document read and follows it to its end. Without a document or calls, nothing is asked. Asking again for the same costs nothing,
 * so that coming back to the page is no matter.
 */
export function useReading(
  documentId: string | null,
  calls: ReadingCalls | null,
): { state: ReadingState; lookAgain(): void } {
  const [state, setState] = useState<ReadingState>({ phase: 'none' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks once more.
  useEffect(() => {
    if (!documentId || !calls) {
      setState({ phase: 'none' })
      return
    }
    const controller = new AbortController()
    setState({ phase: 'asking' })
    follow(documentId, calls, controller.signal, (reading) => setState({ phase: 'known', reading })).catch(
      (error: unknown) => {
        if (controller.signal.aborted) return
        const failure = error instanceof RequestFailure ? error : new RequestFailure(null, null)
        setState({ phase: 'failed', failure })
      },
    )
    return () => controller.abort()
  }, [documentId, calls, round])

  return { state, lookAgain: useCallback(() => setRound((count) => count + 1), []) }
}

async function follow(
  documentId: string,
  { ask, look }: ReadingCalls,
  signal: AbortSignal,
  onNews: (reading: Reading) => void,
): Promise<void> {
  let reading: Reading | null = await ask(documentId, signal)
  while (!signal.aborted && reading && reading.documentId === documentId) {
    onNews(reading)
    if (reading.state === 'done') return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (!signal.aborted) reading = await look(documentId, signal)
  }
}
