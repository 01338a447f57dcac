import { expect, it } from 'vitest'
import { isVideoReady } from './start-video.ts'

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
