import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstTouch } from './on-first-touch.ts'
import { onToastWaiting } from './toast.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/**
 * The toast region, loaded when the person first does something or the first toast waits, so that it is there before it has to speak and
 * costs a first view nothing.
 */
export function LazyToastRegion() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const requestRegion = () => setWanted(true)
    const stops = [onFirstTouch(requestRegion), onToastWaiting(requestRegion)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return wanted ? (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  ) : null
}
