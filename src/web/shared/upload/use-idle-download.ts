import { useEffect } from 'react'

/** Runs a download once the page has settled, so that what it fetches is there when it is wanted. A failure is left to the real use. */
export function useIdleDownload(download: () => Promise<unknown>): void {
  useEffect(() => {
    const run = () => {
      download().catch(() => {})
    }
    if (typeof window.requestIdleCallback === 'function') {
      const handle = window.requestIdleCallback(run, { timeout: 3000 })
      return () => window.cancelIdleCallback(handle)
    }
    const timer = setTimeout(run, 1000)
    return () => clearTimeout(timer)
  }, [download])
}
