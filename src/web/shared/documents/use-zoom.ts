import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { useCallback, useEffect, useRef, useState } from 'react'
import { findZoomStep, type ZoomStep } from './zoom-step.ts'

/** Up to eight times as large as the whole picture on the screen. */
const maxScale = 8
const doubleTapScale = 2.5
/** How far an arrow key moves the picture on the screen, in CSS pixels. */
const arrowPx = 80

/** Containment is computed from what is on the screen, which lags behind the scale: for a frame, and for as long as a transition goes. The smallest scale is known without it. */
const atOnce = { animate: false, contain: undefined } as { animate: boolean }

/** Zooms what `picture` is put on within its parent: by wheel, pinch, double tap and drag, by keys while it is mounted, and by the answered functions. */
export function useZoom() {
  const [percent, setPercent] = useState(100)
  const zoom = useRef<PanzoomObject>(null)

  const picture = useCallback((element: HTMLDivElement) => {
    const stage = element.parentElement ?? element
    const panzoom = Panzoom(element, {
      canvas: true,
      contain: 'outside',
      minScale: 1,
      maxScale,
      panOnlyWhenZoomed: true,
    })
    zoom.current = panzoom
    const off = new AbortController()
    const { signal } = off
    element.addEventListener('panzoomchange', () => setPercent(Math.round(panzoom.getScale() * 100)), {
      signal,
    })
    stage.addEventListener('wheel', (event) => panzoom.zoomWithWheel(event), { signal, passive: false })
    stage.addEventListener(
      'dblclick',
      (event) => {
        if (panzoom.getScale() > 1) panzoom.reset(atOnce)
        else panzoom.zoomToPoint(doubleTapScale, event)
      },
      { signal },
    )
    return () => {
      off.abort()
      panzoom.destroy()
      zoom.current = null
    }
  }, [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = findZoomStep(event)
      if (!step || !zoom.current) return
      event.preventDefault()
      take(zoom.current, step)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const createStep = (step: ZoomStep) => () => zoom.current && take(zoom.current, step)
  return {
    picture,
    percent,
    zoomIn: createStep('in'),
    zoomOut: createStep('out'),
    showAll: createStep('all'),
  }
}

function take(panzoom: PanzoomObject, step: ZoomStep): void {
  if (step === 'in') panzoom.zoomIn(atOnce)
  else if (step === 'out') panzoom.zoomOut(atOnce)
  else if (step === 'all') panzoom.reset(atOnce)
  else {
    // The picture moves against the look: to see what is on the right it goes to the left. Its own pixels grow with the scale.
    const px = arrowPx / panzoom.getScale()
    panzoom.pan(-step.x * px, -step.y * px, { relative: true })
  }
}
