import type { DocumentShape } from '../document-shape.ts'
import { type Advice, advise } from './advise.ts'
import type { GreyFrame } from './grey-frame.ts'
import { createLooking, type Picture } from './look-at.ts'
import { createSteadyAdvice } from './steady-advice.ts'

/** How far apart two looks are. */
export const lookEveryMs = 250

/** A video that is watched, and whether anybody sees it. */
export type Watched = {
  video: Picture & Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>>
  shape: DocumentShape
  isHidden(): boolean
  onAdvice(advice: Advice): void
}

/**
 * Looks at a running video a few times a second and tells what would make the photo better, each advice once until it changes. With no new
 * frame, or while nobody sees the page, it does nothing. What a look found out is gone with the next one; nothing leaves the page.
 *
 * @returns ends it, and gives back what it holds
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

/** Calls with the time of each new frame; where a browser cannot tell of frames, by a timer. */
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
