import { afterEach, describe, expect, it, vi } from 'vitest'
import { capturePhoto } from './take-photo.ts'

afterEach(() => vi.unstubAllGlobals())

const video = { videoWidth: 1280, videoHeight: 720 } as HTMLVideoElement

/** A page whose canvas returns `blob` for every drawing, and records its calls. */
function canvasMaking(blob: Blob | null) {
  const asked: unknown[][] = []
  const canvas = {
    getContext: () => ({ drawImage: () => {} }),
    toBlob(resolve: (blob: Blob | null) => void, ...how: unknown[]) {
      asked.push(how)
      resolve(blob)
    },
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  return asked
}

describe('a capture', () => {
  it('is a jpeg named selfie (CAMERA-3)', async () => {
    const asked = canvasMaking(new Blob(['jpeg'], { type: 'image/jpeg' }))
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
    canvasMaking(null)
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
