import { expect, it } from 'vitest'
import { isVideoReady } from './start-video.ts'

it('checks ten times, 100 ms apart, before it gives up (CAMERA-4)', async () => {
  const waits: number[] = []
  const ready = await isVideoReady({ readyState: 1, videoWidth: 0 }, async (ms) => {
    waits.push(ms)
  })
  expect(ready).toBe(false)
  expect(waits).toEqual(Array.from({ length: 9 }, () => 100))
})

it('is ready with the first frame, and stops waiting', async () => {
  const video = { readyState: 1, videoWidth: 0 }
  let waited = 0
  const ready = await isVideoReady(video, async () => {
    waited += 1
    if (waited === 3) Object.assign(video, { readyState: 2, videoWidth: 1280 })
  })
  expect(ready).toBe(true)
  expect(waited).toBe(3)
})

it("isn't ready while the video has no size", async () => {
  expect(await isVideoReady({ readyState: 4, videoWidth: 0 }, async () => {})).toBe(false)
})
