import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Returns whether the calling page is still shown: a request may be answered after the person has gone to another page,
 * and must not navigate them away from there (PAGE-42).
 */
export function useStillHere(): () => boolean {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(() => isHere.current, [])
}

const rethrow = (error: unknown): never => {
  throw error
}

/**
 * An action started by a press: whether it is in progress, and why it failed last. `run` ignores a press during the
 * action; `restart` doesn't, so the work itself has to end what it replaces.
 * @param explain returns the text for a failure; null if it was handled. Without it, a failure is thrown
 */
export function useAction<Failure = string>(explain: (error: unknown) => Failure | null = rethrow) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isRunning = useRef(false)
  const restart = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setIsBusy(false)
    }
  }
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await restart(work)
    } finally {
      isRunning.current = false
    }
  }
  return { isBusy, failure, setFailure, run, restart }
}

const everyMs = 2000

/**
 * Polls while the page is visible and a result is awaited, and at once when it becomes visible again. One call at a
 * time.
 */
export function usePolling(isOn: boolean, ask: (signal: AbortSignal) => Promise<void>): void {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    if (!isOn) return
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    const run = async () => {
      clearTimeout(timer)
      if (isAsking || document.hidden || controller.signal.aborted) return
      isAsking = true
      await latest.current(controller.signal).catch(() => {})
      isAsking = false
      if (!controller.signal.aborted) timer = setTimeout(run, everyMs)
    }
    document.addEventListener('visibilitychange', run)
    timer = setTimeout(run, everyMs)
    return () => {
      controller.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [isOn])
}

/** An object URL for a blob, revoked when the blob changes or the component unmounts; `null` without one. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(created)
    }
  }, [blob])
  return url
}
