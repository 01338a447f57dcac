import { ActionIcon, Group, Modal, Text } from '@mantine/core'
import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import words from '../../../words/en/documents.ts'
import classes from './enlarged-document.module.css'
import { StoredImage } from './stored-image.tsx'

type EnlargedDocumentProps = {
  opened: boolean
  src: string
  /** The accessible name of the document, and of the dialog. */
  name: string
  isOwn: boolean
  onClose(): void
  onReload(): void
}

/** A document as large as the screen and the file allow. The page's watermark covers it too. */
export default function EnlargedDocument(props: EnlargedDocumentProps) {
  const { opened, src, name, isOwn, onClose, onReload } = props
  // A dialog that is open when it mounts doesn't record the previous focus, and couldn't restore it.
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return (
    <Modal
      opened={opened && isMounted}
      onClose={onClose}
      title={name}
      fullScreen
      classNames={{
        content: classes['content'] ?? '',
        header: classes['header'] ?? '',
        body: classes['body'] ?? '',
      }}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stage isOwn={isOwn}>
        <StoredImage key={src} src={src} name={name} onReload={onReload} />
      </Stage>
    </Modal>
  )
}

/** Mounted with the dialog's content, so that each opening starts with the whole picture. */
function Stage({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  const { picture, percent, zoomIn, zoomOut, showAll } = useZoom()
  return (
    <>
      <Group gap="xs" justify="center" wrap="nowrap" className={classes['bar'] ?? ''}>
        <ActionIcon variant="default" size={44} aria-label={words.zoomOut} onClick={zoomOut}>
          <IconZoomOut aria-hidden />
        </ActionIcon>
        <Text role="status" className={classes['percent'] ?? ''}>
          {words.percent({ percent })}
        </Text>
        <ActionIcon variant="default" size={44} aria-label={words.zoomIn} onClick={zoomIn}>
          <IconZoomIn aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={44} aria-label={words.showAll} onClick={showAll}>
          <IconArrowsMaximize aria-hidden />
        </ActionIcon>
      </Group>
      <div className={classes['stage']}>
        <div ref={picture} className={classes['picture']} data-own-document={isOwn || undefined}>
          {children}
        </div>
      </div>
      <Text size="sm" c="dimmed" ta="center" className={classes['hint'] ?? ''}>
        {words.hint}
      </Text>
    </>
  )
}

/** Up to eight times as large as the whole picture on the screen. */
const maxScale = 8
const doubleTapScale = 2.5
/** How far an arrow key moves the picture on the screen, in CSS pixels. */
const arrowPx = 80

/**
 * Containment is computed from the rendered picture, which lags behind the scale: by a frame, and by the length of a
 * transition. The smallest scale is known without it.
 */
const atOnce = { animate: false, contain: undefined } as { animate: boolean }

/**
 * Zooms the element with the ref `picture` within its parent: by wheel, pinch, double tap and drag, by keys while it is
 * mounted, and by the returned functions.
 */
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
    // The picture moves in the opposite direction: an arrow to the right moves it to the left. Its own pixels grow with
    // the scale.
    const px = arrowPx / panzoom.getScale()
    panzoom.pan(-step.x * px, -step.y * px, { relative: true })
  }
}

/** A zoom step: larger, smaller, the whole picture, or moved in a direction. */
export type ZoomStep = 'in' | 'out' | 'all' | { x: number; y: number }

const steps: Record<string, ZoomStep> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'all',
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The step of a key; null for every other key, and with Ctrl, Alt or Meta, which the browser uses. */
export function findZoomStep({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): ZoomStep | null {
  return ctrlKey || altKey || metaKey ? null : (steps[key] ?? null)
}
