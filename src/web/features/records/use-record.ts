import { useCallback, useEffect, useRef, useState } from 'react'
import type { RecordView } from '../../../contract/record.ts'
import type { RecordAccess } from '../../api/records.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { findNextLookMs } from './next-look.ts'

export type RecordState =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: unknown }
  /** `isOutdated` when the latest look failed and what is shown may have changed. */
  | { phase: 'open'; view: RecordView; isOutdated: boolean }

/**
 * A record, fetched anew on `reload`, and by itself while it is being sealed, before the addresses of its pictures end (UPLOAD-12) and when
 * the page is looked at again: the other person may have withdrawn meanwhile, or the link has ended.
 */
export function useRecord(access: RecordAccess): { state: RecordState; reload(): void } {
  const [state, setState] = useState<RecordState>({ phase: 'loading' })
  const running = useRef<AbortController>(undefined)
  const reload = useCallback(() => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    const { signal } = stop
    access
      .findToken()
      .then((token) => request('GET /api/records/:id', { params: { id: access.id }, token, signal }))
      .then(
        (view) => setState({ phase: 'open', view, isOutdated: false }),
        (failure: unknown) => {
          if (!signal.aborted) setState((shown) => continueAfterFailure(shown, failure))
        },
      )
  }, [access])

  useEffect(() => {
    reload()
    return () => running.current?.abort()
  }, [reload])

  useEffect(() => {
    const waitMs = state.phase === 'open' ? findNextLookMs(state.view, new Date()) : null
    if (waitMs === null) return
    const timer = setTimeout(reload, waitMs)
    return () => clearTimeout(timer)
  }, [state, reload])

  const isOpen = state.phase === 'open'
  useEffect(() => {
    if (!isOpen) return
    const look = () => document.visibilityState === 'visible' && reload()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isOpen, reload])

  return { state, reload }
}

/** What is shown stays when nobody could be asked; a refusal takes it away. */
export function continueAfterFailure(shown: RecordState, failure: unknown): RecordState {
  const isRefused = failure instanceof RequestFailure && [401, 403, 404].includes(failure.status ?? 0)
  return shown.phase === 'open' && !isRefused ? { ...shown, isOutdated: true } : { phase: 'failed', failure }
}
