import type { CameraPlugin } from '@capacitor/camera'
import type { Facing } from './camera-state.ts'

/** The quality of the native camera's photos, in percent (CAMERA-12). */
const nativeQuality = 90

/** Whether this page runs inside the native app, which puts its bridge on the window (docs/native-app.md). */
export function isNativeShell(): boolean {
  const shell: unknown = Reflect.get(globalThis, 'Capacitor')
  return (
    typeof shell === 'object' &&
    shell !== null &&
    'isNativePlatform' in shell &&
    typeof shell.isNativePlatform === 'function' &&
    shell.isNativePlatform() === true
  )
}

/** What came of the native camera. `cancelled`: the person closed it without a photo. */
export type NativePhoto = { picture: Blob } | 'denied' | 'cancelled'

/**
 * Takes a photo with the device's own camera app, permission included.
 *
 * @param load reads the file that the plugin names
 * @throws whatever the permission check throws
 */
export async function takeNativePhoto(
  plugin: Pick<CameraPlugin, 'takePhoto' | 'requestPermissions'>,
  facing: Facing,
  load: (address: string) => Promise<Blob>,
): Promise<NativePhoto> {
  const { camera } = await plugin.requestPermissions({ permissions: ['camera'] })
  if (camera === 'denied') return 'denied'
  let address: string | undefined
  try {
    const { CameraDirection } = await import('@capacitor/camera')
    const result = await plugin.takePhoto({
      quality: nativeQuality,
      saveToGallery: false,
      cameraDirection: facing === 'front' ? CameraDirection.Front : CameraDirection.Rear,
    })
    address = result.webPath
  } catch {
    return 'cancelled'
  }
  return address ? { picture: await load(address) } : 'cancelled'
}
