import { type RefObject, useEffect, useState } from 'react'
import type { DocumentShape } from './document-shape.ts'
import type { Advice } from './guidance/advise.ts'

/**
 * What would make a photo of a document better, while `shape` is what the camera shows; null before the first advice and while there is
 * nothing to watch. The code for it is downloaded on first use, and where it does not arrive there is no advice: nothing waits for it.
 */
export function useGuidance(
  videoRef: RefObject<HTMLVideoElement | null>,
  shape: DocumentShape | null,
): Advice | null {
  const [advice, setAdvice] = useState<Advice | null>(null)
  useEffect(() => {
    if (!shape) return
    let stop: (() => void) | null = null
    let isOver = false
    import('./guidance/watch-document.ts').then(
      ({ watchDocument }) => {
        const video = videoRef.current
        if (isOver || !video) return
        const isHidden = () => document.visibilityState === 'hidden'
        stop = watchDocument({ video, shape, isHidden, onAdvice: setAdvice })
      },
      () => {},
    )
    return () => {
      isOver = true
      stop?.()
      setAdvice(null)
    }
  }, [videoRef, shape])
  return advice
}
