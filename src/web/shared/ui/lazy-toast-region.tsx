import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastWaiting } from './toast.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

const firstTouches = ['pointerdown', 'keydown'] as const

/**
 * The toast region, loaded when the person first does something or the first toast waits, so that it is there before it has to speak and
 * costs a first view nothing.
 */
export function LazyToastRegion() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    for (const type of firstTouches) window.addEventListener(type, want, { once: true, passive: true })
    const stopWaiting = onToastWaiting(want)
    return () => {
      stopWaiting()
      for (const type of firstTouches) window.removeEventListener(type, want)
    }
  }, [])
  return wanted ? (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  ) : null
}
