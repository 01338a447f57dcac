import type { TakePhotoOptions } from '@capacitor/camera'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isNativeShell, takeNativePhoto } from './take-photo.ts'

const picture = new Blob(['jpeg'])
const load = async () => picture

function plugin(camera: 'granted' | 'denied', takePhoto: () => Promise<{ webPath?: string }>) {
  const asked: TakePhotoOptions[] = []
  return {
    asked,
    async requestPermissions() {
      return { camera, photos: 'prompt' as const }
    },
    async takePhoto(options: TakePhotoOptions) {
      asked.push(options)
      return { type: 0, saved: false, ...(await takePhoto()) }
    },
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('the native camera', () => {
  it("takes a photo with quality 90 and doesn't save it to the gallery (PRODUCT-7, CAMERA-12)", async () => {
    const device = plugin('granted', async () => ({ webPath: 'capacitor://photo.jpg' }))
    expect(await takeNativePhoto(device, 'front', load)).toEqual({ picture })
    expect(device.asked).toEqual([{ quality: 90, saveToGallery: false, cameraDirection: 'FRONT' }])
  })

  it("isn't opened without the permission (CAMERA-12)", async () => {
    const device = plugin('denied', async () => ({ webPath: 'x' }))
    expect(await takeNativePhoto(device, 'back', load)).toBe('denied')
    expect(device.asked).toEqual([])
  })

  it('can be closed without a photo (CAMERA-12)', async () => {
    const closed = plugin('granted', () => Promise.reject(new Error('User cancelled')))
    expect(await takeNativePhoto(closed, 'back', load)).toBe('cancelled')
    expect(
      await takeNativePhoto(
        plugin('granted', async () => ({})),
        'back',
        load,
      ),
    ).toBe('cancelled')
  })

  it('is only available inside the native app', () => {
    expect(isNativeShell()).toBe(false)
    vi.stubGlobal('Capacitor', { isNativePlatform: () => false })
    expect(isNativeShell()).toBe(false)
    vi.stubGlobal('Capacitor', { isNativePlatform: () => true })
    expect(isNativeShell()).toBe(true)
  })
})
