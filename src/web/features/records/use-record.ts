import { useCallback, useEffect, useRef, useState } from 'react'
import type { RecordView } from '../../../contract/record.ts'
import type { RecordAccess } from '../../api/records.ts'
import { request } from '../../api/request.ts'

export type RecordState =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: unknown }
  | { phase: 'open'; view: RecordView }

/** While something is being sealed, how long until the next look. */
const lookAgainMs = 2000

/** A record, fetched anew on `reload`, and by itself for as long as it, or its addendum, is being sealed. */
export function useRecord(access: RecordAccess): { state: RecordState; reload(): void } {
  const [state, setState] = useState<RecordState>({ phase: 'loading' })
  const running = useRef<AbortController>(undefined)
  const reload = useCallback(() => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    const { signal } = stop
    access
      .token()
      .then((token) => request('GET /api/records/:id', { params: { id: access.id }, token, signal }))
      .then(
        (view) => setState({ phase: 'open', view }),
        (failure: unknown) => {
          if (!signal.aborted) setState({ phase: 'failed', failure })
        },
      )
  }, [access])

  useEffect(() => {
    reload()
    return () => running.current?.abort()
  }, [reload])

  const isSealing = state.phase === 'open' && isComing(state.view)
  useEffect(() => {
    if (!isSealing) return
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [isSealing, reload])

  return { state, reload }
}

function isComing({ record, withdrawal, withdrawn }: RecordView): boolean {
  return record === null || (withdrawn !== null && withdrawal === null)
}
