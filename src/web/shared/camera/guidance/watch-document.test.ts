import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Advice, createLooking, watchDocument } from './watch-document.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const dark = { width: 4, height: 4, pixels: new Uint8Array(16) }
const box = { left: 0, top: 0, width: 4, height: 4 }

/** A video with a dark picture, and the resources that watching it acquired and released. */
function watch(more: { reportsFrames?: boolean; isHidden?: () => boolean } = {}) {
  const { reportsFrames = false, isHidden = () => false } = more
  const waiting = new Map<number, VideoFrameRequestCallback>()
  let asked = 0
  let looks = 0
  let released = 0
  const advised: Advice[] = []
  const video = {
    videoWidth: 640,
    videoHeight: 480,
    ...(reportsFrames
      ? {
          requestVideoFrameCallback(callback: VideoFrameRequestCallback) {
            asked += 1
            waiting.set(asked, callback)
            return asked
          },
          cancelVideoFrameCallback: (id: number) => void waiting.delete(id),
        }
      : {}),
  } as unknown as HTMLVideoElement
  const stop = watchDocument(
    { video, shape: 'card', isHidden, onAdvice: (advice) => advised.push(advice) },
    {
      look: () => {
        looks += 1
        return { overview: dark, box, detail: dark }
      },
      release: () => {
        released += 1
      },
    },
  )
  return {
    stop,
    advised,
    looks: () => looks,
    released: () => released,
    waiting: () => waiting.size,
    /** The camera shows a new frame at this time. */
    frame(now: number) {
      const callbacks = [...waiting.values()]
      waiting.clear()
      for (const callback of callbacks) callback(now, {} as VideoFrameCallbackMetadata)
    },
  }
}

describe('watching a document', () => {
  it('samples the frames of a camera four times a second, and reports each advice once (CAMERA-15)', () => {
    const watched = watch({ reportsFrames: true })
    for (let now = 0; now < 3000; now += 33) watched.frame(now)
    expect(watched.looks()).toBeGreaterThan(9)
    expect(watched.looks()).toBeLessThanOrEqual(12)
    expect(watched.advised).toEqual(['dark'])
    watched.stop()
  })

  it('uses a timer where the browser has no frame callbacks', () => {
    const watched = watch()
    vi.advanceTimersByTime(3000)
    expect(watched.looks()).toBeGreaterThan(9)
    expect(watched.advised).toEqual(['dark'])
    watched.stop()
  })

  it('does nothing while the page is hidden (CAMERA-15)', () => {
    const watched = watch({ isHidden: () => true })
    vi.advanceTimersByTime(3000)
    expect(watched.looks()).toBe(0)
    watched.stop()
  })

  it.each([true, false])(
    'releases everything at its end: frame callbacks, timers, canvas (CAMERA-15)',
    (reportsFrames) => {
      const watched = watch({ reportsFrames })
      watched.frame(0)
      watched.stop()
      watched.frame(5000)
      vi.advanceTimersByTime(5000)
      expect([watched.waiting(), vi.getTimerCount(), watched.released()]).toEqual([0, 0, 1])
      expect(watched.looks()).toBe(reportsFrames ? 1 : 0)
    },
  )

  it('draws the frame with a margin, and a detail of its middle, on one small canvas that it releases', () => {
    const drawn: number[][] = []
    const canvas = {
      width: 300,
      height: 150,
      getContext: () => ({
        drawImage: (_: unknown, ...numbers: number[]) => drawn.push(numbers.map(Math.round)),
        getImageData: (_x: number, _y: number, width: number, height: number) => ({
          width,
          height,
          data: new Uint8ClampedArray(width * height * 4),
        }),
      }),
    } as unknown as HTMLCanvasElement
    const looking = createLooking(canvas)
    const video = { videoWidth: 1920, videoHeight: 1080 } as HTMLVideoElement
    const seen = looking.look(video, 'card')
    expect(seen?.box.width).toBe(160)
    expect(drawn).toHaveLength(2)
    for (const [left = 0, top = 0, width = 0, height = 0, , , drawnWidth = 0] of drawn) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(left + width).toBeLessThanOrEqual(1920)
      expect(top + height).toBeLessThanOrEqual(1080)
      expect(drawnWidth).toBeLessThanOrEqual(320)
    }
    looking.release()
    expect([canvas.width, canvas.height]).toEqual([0, 0])
    expect(looking.look({ videoWidth: 0, videoHeight: 0 } as HTMLVideoElement, 'card')).toBeNull()
  })
})
