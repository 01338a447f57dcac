import { type Box, type DocumentShape, placeFrame } from '../camera-state.ts'
import {
  detectEdges,
  type GreyFrame,
  measureBrightness,
  measureGlareShare,
  measureMovement,
  measureSharpness,
  toGrey,
} from './measure.ts'

export const lookEveryMs = 250

export type Watched = {
  video: Picture & Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>>
  shape: DocumentShape
  isHidden(): boolean
  onAdvice(advice: Advice): void
}

/**
 * Samples a running video a few times a second and gives advice for a better photo, each advice once until it changes.
 * It does nothing without a new frame or while the page is hidden. Each sample replaces the previous one; nothing
 * leaves the page.
 *
 * @returns a function that ends it and frees its resources
 */
export function watchDocument(
  { video, shape, isHidden, onAdvice }: Watched,
  looking = createLooking(),
): () => void {
  const steady = createSteadyAdvice()
  let before: GreyFrame | null = null
  let told: Advice | null = null
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = (now: number) => {
    if (isHidden() || now - lookedAt < lookEveryMs) return
    lookedAt = now
    const seen = looking.look(video, shape)
    if (!seen) return
    const isAlike = before?.pixels.length === seen.overview.pixels.length
    const advice = steady(advise({ ...seen, before: isAlike ? before : null }), now)
    before = seen.overview
    if (advice && advice !== told) {
      told = advice
      onAdvice(advice)
    }
  }

  const stop = onEachFrame(video, look)
  return () => {
    stop()
    looking.release()
    before = null
  }
}

/** Calls back with the time of each new frame; with a timer in a browser without frame callbacks. */
function onEachFrame(video: Watched['video'], look: (now: number) => void): () => void {
  if (!video.requestVideoFrameCallback) {
    const timer = setInterval(() => look(performance.now()), lookEveryMs)
    return () => clearInterval(timer)
  }
  let isOver = false
  let next = 0
  const ask = () => {
    next = video.requestVideoFrameCallback?.(onFrame) ?? 0
  }
  const onFrame = (now: number) => {
    if (isOver) return
    look(now)
    ask()
  }
  ask()
  return () => {
    isOver = true
    video.cancelVideoFrameCallback?.(next)
  }
}

/** The width of the frame in the overview, in pixels: enough for edges and glare, and cheap enough for a slow phone. */
const overviewFramePixels = 160

/** The margin around the frame that is examined, as a share of its width: smaller than the margin of the picture. */
const margin = 0.07

/** The detail: its share of the frame's width and height, and its maximum width in pixels. */
const detailShare = { width: 0.36, height: 0.3 }
const detailPixels = 320

/** The source of the samples, such as a running video element. */
export type Picture = CanvasImageSource & { readonly videoWidth: number; readonly videoHeight: number }

/** Draws parts of a picture small and in grey, on one canvas that is kept until `release`. */
export function createLooking(canvas: HTMLCanvasElement = document.createElement('canvas')) {
  const context = canvas.getContext('2d', { willReadFrequently: true })

  function draw(picture: Picture, from: Box, width: number): GreyFrame | null {
    if (!context) return null
    canvas.width = Math.round(width)
    canvas.height = Math.max(1, Math.round((width * from.height) / from.width))
    context.drawImage(
      picture,
      from.left,
      from.top,
      from.width,
      from.height,
      0,
      0,
      canvas.width,
      canvas.height,
    )
    return toGrey(context.getImageData(0, 0, canvas.width, canvas.height))
  }

  return {
    /** The overview, the frame's position on it, and the detail; null while there is no picture. */
    look(
      picture: Picture,
      shape: DocumentShape,
    ): { overview: GreyFrame; box: Box; detail: GreyFrame } | null {
      const size = { width: picture.videoWidth, height: picture.videoHeight }
      if (size.width === 0 || size.height === 0) return null
      const frame = placeFrame(size, shape)
      const around = Math.min(frame.width * margin, frame.left, frame.top)
      const outer = growFrame(frame, around)
      const scale = overviewFramePixels / frame.width
      const overview = draw(picture, outer, outer.width * scale)
      const middle = shrink(frame, detailShare)
      const detail = draw(picture, middle, Math.min(detailPixels, middle.width))
      if (!overview || !detail) return null
      const box = {
        left: around * scale,
        top: around * scale,
        width: frame.width * scale,
        height: frame.height * scale,
      }
      return { overview, box, detail }
    },
    /** Frees the canvas's memory at once. */
    release() {
      canvas.width = 0
      canvas.height = 0
    },
  }
}

const growFrame = ({ left, top, width, height }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

const shrink = ({ left, top, width, height }: Box, share: { width: number; height: number }): Box => ({
  left: left + (width * (1 - share.width)) / 2,
  top: top + (height * (1 - share.height)) / 2,
  width: width * share.width,
  height: height * share.height,
})

/** Advice for a better photo, or `ready` (CAMERA-14). */
export type Advice = 'dark' | 'glare' | 'absent' | 'outside' | 'still' | 'ready'

export type Look = {
  overview: GreyFrame
  box: Box
  /** A part of the frame's middle, in the camera's full resolution. */
  detail: GreyFrame
  /** The previous overview, if there was one of the same size. */
  before: GreyFrame | null
}

const darkBelow = 55
const glareAbove = 0.015
const movingAbove = 8
const blurredBelow = 0.4

/** The first reason against taking the photo now, in the order in which a person would correct them. */
export function advise({ overview, box, detail, before }: Look): Advice {
  const inside = cut(overview, box)
  if (measureBrightness(inside) < darkBelow) return 'dark'
  if (measureGlareShare(inside) > glareAbove) return 'glare'
  const edges = detectEdges(overview, box)
  if (edges.size < 2) return 'absent'
  if (edges.size < 4) return 'outside'
  // Movement needs an earlier frame to compare with, which the first sample lacks.
  if (!before || measureMovement(before, overview) > movingAbove) return 'still'
  const sharp = measureSharpness(detail)
  return sharp !== null && sharp < blurredBelow ? 'still' : 'ready'
}

function cut(frame: GreyFrame, box: Box): GreyFrame {
  const [left, top] = [Math.round(box.left), Math.round(box.top)]
  const [width, height] = [Math.round(box.width), Math.round(box.height)]
  const rows = Array.from({ length: height }, (_, row) => (top + row) * frame.width + left)
  const pixels = new Uint8Array(width * height)
  for (const [row, start] of rows.entries())
    pixels.set(frame.pixels.subarray(start, start + width), row * width)
  return { width, height, pixels }
}

/** The minimum time before an advice is replaced: people read it, and screen readers speak it. */
export const leastMsBetweenAdvice = 1000

/** How often in a row an advice must come before it is shown. */
const looksBeforeSaid = 2

/** Reduces advice that comes a few times a second to the advice to show, which changes rarely. */
export function createSteadyAdvice(): (advice: Advice, atMs: number) => Advice | null {
  let shown: Advice | null = null
  let shownAt = Number.NEGATIVE_INFINITY
  let latest: Advice | null = null
  let times = 0
  return (advice, atMs) => {
    times = advice === latest ? times + 1 : 1
    latest = advice
    if (advice !== shown && times >= looksBeforeSaid && atMs - shownAt >= leastMsBetweenAdvice) {
      shown = advice
      shownAt = atMs
    }
    return shown
  }
}
