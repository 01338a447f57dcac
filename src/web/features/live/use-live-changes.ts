import { useEffect } from 'react'
import { followChanges } from './follow-changes.ts'
import { openChanges } from './open-changes.ts'

/**
 * Calls `onChange` whenever something of the signed-in creator's has changed at the server, or may have while nobody was listening. Give it
 * a stable function.
 *
 * The connection is held only while the page is visible, because a browser grants one server six of them over HTTP/1.1 for all its tabs;
 * a page that comes to the front again is told at once.
 */
export function useLiveChanges(onChange: () => void): void {
  useEffect(() => {
    let connection: AbortController | null = null
    const connect = () => {
      connection = new AbortController()
      void followChanges({
        open: openChanges,
        onChange,
        onReconnected: onChange,
        wait,
        signal: connection.signal,
      })
    }
    const follow = () => {
      const isVisible = document.visibilityState === 'visible'
      if (isVisible && !connection) connect()
      if (!isVisible) {
        connection?.abort()
        connection = null
      }
    }
    const onVisibility = () => {
      if (document.visibilityState === 'visible') onChange()
      follow()
    }
    follow()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      connection?.abort()
    }
  }, [onChange])
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
