import { useCallback, useEffect, useState } from 'react'
import type { Reading } from '../../../contract/document-reading.ts'
import type { ReadingCalls } from '../../api/evidence.ts'
import { RequestFailure } from '../../api/request.ts'
import type { Upload } from '../upload/use-upload.ts'

export type IdReading = {
  documentId: string | null
  state: ReadingState
  lookAgain(): void
  /** The outcome that the page displays where they sign, or displayed at the ID's step before; empty for none. */
  outcome: string
  /** Whether the ID's step hasn't displayed this state, so that it has to be displayed where they sign. */
  isNews: boolean
  /** Called while the ID's step displays this state; another function for another state. */
  see(): void
}

/** The reading of an ID, which goes on while another step is shown (READING-21). */
export function useIdReading({ state: id }: Upload, calls: ReadingCalls | null): IdReading {
  const documentId = id.phase === 'stored' ? id.document.id : null
  const { state, lookAgain } = useReading(documentId, calls)
  const outcome = findShownOutcome(state, documentId)
  const end = outcome || state.phase === 'failed' ? `${documentId} ${state.phase} ${outcome}` : null
  const [seen, setSeen] = useState<string | null>(null)
  const see = useCallback(() => {
    if (end) setSeen(end)
  }, [end])
  const isOff = state.phase === 'failed' && state.failure.problem?.code === 'reading_off'
  const isNews = documentId !== null && !isOff && (end === null || end !== seen)
  return { documentId, state, lookAgain, outcome, isNews, see }
}

/** The polling interval. */
const pauseMs = 1000

export type ReadingState =
  | { phase: 'none' }
  | { phase: 'asking' }
  | { phase: 'known'; reading: Reading }
  | { phase: 'failed'; failure: RequestFailure }

/** The outcome that `ReadingStatus` displays for a document; empty for none. */
function findShownOutcome(state: ReadingState, documentId: string | null): string {
  const isDone = state.phase === 'known' && state.reading.state === 'done'
  return isDone && state.reading.documentId === documentId ? (state.reading.outcome ?? '') : ''
}

/**
 * Requests the reading of a stored document and polls it until its end. Without a document or calls, it does nothing.
 * Repeating a request for the same document costs nothing, so returning to the page is harmless.
 */
function useReading(
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
