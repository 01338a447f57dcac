import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProblemCode } from '../../../contract/problem.ts'
import type { RecordView } from '../../../contract/record.ts'
import type { DocumentView, ValidUntil } from '../../../contract/verification.ts'
import { signedUrlLife } from '../../../domain/document.ts'
import type { RecordAccess } from '../../api/records.ts'
import { RequestFailure, request } from '../../api/request.ts'

type RecordState =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: unknown }
  /** `isOutdated` when the latest refetch failed and the shown record may have changed. */
  | { phase: 'open'; view: RecordView; isOutdated: boolean }

/**
 * A record, refetched on `reload`, while it is being sealed, before the addresses of its pictures expire (UPLOAD-12),
 * and when the page becomes visible again: the other person may have withdrawn in the meantime, or the link may have
 * expired.
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

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && reload()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [reload])

  return { state, reload }
}

/** Keeps the shown record when the server cannot be reached; a refusal removes it. */
export function continueAfterFailure(shown: RecordState, failure: unknown): RecordState {
  const isRefused = failure instanceof RequestFailure && [401, 403, 404].includes(failure.status ?? 0)
  return shown.phase === 'open' && !isRefused ? { ...shown, isOutdated: true } : { phase: 'failed', failure }
}

/** The polling interval while something is being sealed. */
const sealingLookMs = 2000

/**
 * Milliseconds until a record is refetched: short while it, or its addendum, is being sealed, and the rest of the pass
 * that opened it, whose end the addresses of the pictures share. Null for never.
 */
export function findNextLookMs(view: RecordView, now: Date): number | null {
  const { record, withdrawal, withdrawn, accessEndsAt } = view
  const isComing = record === null || (withdrawn !== null && withdrawal === null)
  if (isComing) return sealingLookMs
  if (accessEndsAt !== null) return findMsUntil(accessEndsAt, now)
  return findRenewalDelayMs({ documents: view.documents, validUntil: view.form.validUntil }, now)
}

/** Milliseconds until a time of the server. If it is over only by this device's clock, the server is asked again. */
function findMsUntil(at: string, now: Date): number {
  const leftMs = Date.parse(at) - now.getTime()
  return leftMs > 0 ? leftMs : leastWaitMs
}

/** A minimum, so that a wrong clock, or a server that signs for seconds, doesn't cause a flood of requests. */
const leastWaitMs = 30_000

/**
 * Milliseconds until a view must be refetched: 5 minutes before the first of its signed addresses expires (UPLOAD-12),
 * or when the consent ends (VALID-7). `null` for never.
 */
export function findRenewalDelayMs(
  { documents, validUntil }: { documents: Record<string, DocumentView | null>; validUntil: ValidUntil },
  now: Date,
): number | null {
  const renewals = Object.values(documents).flatMap((view) =>
    view?.state === 'open'
      ? [Date.parse(view.document.urlExpiresAt) - signedUrlLife.renewBeforeEndSeconds * 1000]
      : [],
  )
  const waits = renewals.map((renewAt) => Math.max(leastWaitMs, renewAt - now.getTime()))
  if (validUntil && !validUntil.isOver) waits.push(findMsUntil(validUntil.at, now))
  return waits.length === 0 ? null : Math.min(...waits)
}

const codes: readonly (ProblemCode | undefined)[] = [
  'hold_after_withdrawal',
  'hold_without_files',
  'hold_set_before',
  'no_hold',
  'record_not_found',
]

/** Whether a refusal means that the page is outdated: the other person acted first, or the link has expired. */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof RequestFailure && codes.includes(failure.problem?.code)
}

/** The props for setting and lifting a legal hold. */
export type HoldActProps = {
  access: RecordAccess
  /** Whether the other person will be mailed about it: false once their account is erased. */
  isOtherMailed: boolean
  /** Called when the state has changed and must be refetched. */
  onChanged(): void
}
