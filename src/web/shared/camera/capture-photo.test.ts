import { afterEach, describe, expect, it, vi } from 'vitest'
import { capturePhoto, takePhotoFromVideo } from './take-photo.ts'

afterEach(() => vi.unstubAllGlobals())

const video = { videoWidth: 3840, videoHeight: 2160 } as HTMLVideoElement

/**
 * A page whose canvas returns a picture with this many bytes for a quality, or none; returns the canvas, and the type and
 * quality of every picture.
 */
function page(bytesIn: (quality: number) => number | null) {
  const asked: unknown[][] = []
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: () => {} }),
    toBlob(done: (blob: Blob | null) => void, type: string, quality: number) {
      asked.push([type, quality])
      const bytes = bytesIn(quality)
      done(bytes === null ? null : new Blob([new Uint8Array(bytes)], { type }))
    },
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  return { canvas, asked }
}

describe('a capture', () => {
  it('is a jpeg named selfie (CAMERA-3)', async () => {
    const { asked } = page(() => 4)
    const captured = await capturePhoto(video, 'selfie')
    expect(captured).toMatchObject({ photo: { name: 'selfie.jpg', type: 'image/jpeg' } })
    expect(asked).toEqual([['image/jpeg', 0.9]])
  })

  it('of a camera that is not running asks to restart it (CAMERA-7)', async () => {
    expect(await capturePhoto(null, 'selfie')).toEqual({
      fault: {
        inline: 'Could not capture image',
        toast: 'Camera not properly initialized. Please restart the camera.',
      },
    })
  })

  it("shows 'Could not capture image' when there is no picture (CAMERA-7)", async () => {
    page(() => null)
    const fault = { inline: 'Could not capture image', toast: 'Could not capture photo. Please try again.' }
    expect(await capturePhoto(video, 'selfie')).toEqual({ fault })
    const dark = { videoWidth: 0, videoHeight: 0 } as HTMLVideoElement
    expect(await capturePhoto(dark, 'selfie')).toEqual({ fault })
  })

  it("shows 'Failed to capture photo' when it throws (CAMERA-7)", async () => {
    vi.stubGlobal('document', {
      createElement() {
        throw new Error('context lost')
      },
    })
    expect(await capturePhoto(video, 'selfie')).toEqual({
      fault: { inline: 'Failed to capture photo', toast: 'Could not capture photo. Please try again.' },
    })
  })
})

it('takes a photo in the full size of the camera (CAMERA-13)', async () => {
  const { canvas } = page(() => 2_000_000)
  const photo = await takePhotoFromVideo(video, 'id')
  expect([canvas.width, canvas.height]).toEqual([3840, 2160])
  expect([photo?.name, photo?.type, photo?.size]).toEqual(['id.jpg', 'image/jpeg', 2_000_000])
})

it('lowers the quality when the photo would be too large to upload', async () => {
  page((quality) => quality * 6_000_000)
  const photo = await takePhotoFromVideo(video, 'id')
  expect(photo?.size).toBe(4_500_000)
})
