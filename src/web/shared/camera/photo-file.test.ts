import { afterEach, expect, it, vi } from 'vitest'
import { takePhotoFromVideo } from './take-photo.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose pictures have this many bytes for a quality; returns the canvas that it drew on. */
function browser(bytesIn: (quality: number) => number) {
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: () => {} }),
    toBlob: (done: (blob: Blob) => void, type: string, quality: number) =>
      done(new Blob([new Uint8Array(bytesIn(quality))], { type })),
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  return canvas
}

const video = { videoWidth: 3840, videoHeight: 2160 } as HTMLVideoElement

it('takes a photo in the full size of the camera (CAMERA-13)', async () => {
  const canvas = browser(() => 2_000_000)
  const photo = await takePhotoFromVideo(video, 'id')
  expect([canvas.width, canvas.height]).toEqual([3840, 2160])
  expect([photo?.name, photo?.type, photo?.size]).toEqual(['id.jpg', 'image/jpeg', 2_000_000])
})

it('lowers the quality when the photo would be too large to upload', async () => {
  browser((quality) => quality * 6_000_000)
  const photo = await takePhotoFromVideo(video, 'id')
  expect(photo?.size).toBe(4_500_000)
})
