import { useEffect, useRef } from 'react'

const everyMs = 2000

/** Asks again and again while the page is looked at and something is waited for, and at once when it is looked at again. One call at a time. */
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
