import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { verificationsKey } from '../../api/verifications.ts'
import { followChanges } from './follow-changes.ts'
import { openChanges } from './open-changes.ts'

/**
 * Keeps every verification query of this page true while it is open: whatever changes at the server is fetched anew.
 *
 * The connection is held only while the page is visible, because a browser grants one server six of them over HTTP/1.1 for all its tabs;
 * a page that comes to the front again first fetches what it missed.
 */
export function useLiveVerifications(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let connection: AbortController | null = null
    const refresh = () => void queryClient.invalidateQueries({ queryKey: verificationsKey })
    const connect = () => {
      connection = new AbortController()
      void followChanges({
        open: openChanges,
        onChange: refresh,
        onReconnected: refresh,
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
      if (document.visibilityState === 'visible') refresh()
      follow()
    }
    follow()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      connection?.abort()
    }
  }, [queryClient])
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
