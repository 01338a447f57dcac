import type { CameraPlugin } from '@capacitor/camera'
import { computeDocumentMaxBytes } from '../../../domain/document.ts'
import cameraWords from '../../../words/en/camera.ts'
import type { Facing } from './camera-state.ts'

/** Why a photo was not taken: `inline` is shown in the dialog, `toast` as a toast (CAMERA-7). */
export type CaptureFault = { inline: string; toast: string }

/** Takes the current frame of a running video; `null` means that no camera is running. */
export async function capturePhoto(
  video: HTMLVideoElement | null,
  name: string,
): Promise<{ photo: File } | { fault: CaptureFault }> {
  if (!video) return { fault: { inline: cameraWords.noFrame, toast: cameraWords.captureNotInitialised } }
  try {
    const photo = await takePhotoFromVideo(video, name)
    return photo ? { photo } : { fault: { inline: cameraWords.noFrame, toast: cameraWords.captureTryAgain } }
  } catch {
    return { fault: { inline: cameraWords.captureFailed, toast: cameraWords.captureTryAgain } }
  }
}

/** The type and quality in which photos leave this device. The native camera has the same quality (CAMERA-12). */
const photoType = 'image/jpeg'
const photoQuality = 0.9

/**
 * For a picture that would be too large to upload: a lower quality instead of a smaller size, for the print on a
 * document.
 */
const coarserQuality = 0.75

/**
 * The longer side of a photo taken with the camera app, in pixels: enough to read an ID, small enough for the upload
 * limit.
 */
const longestSidePixels = 2560

/** A photo from the running video as a JPEG file, unmirrored, or `null` when there is no frame to take. */
export async function takePhotoFromVideo(video: HTMLVideoElement, name: string): Promise<File | null> {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null
  return drawPhoto(video, video.videoWidth, video.videoHeight, name)
}

/**
 * Converts a picture from the camera app or a decoder to a JPEG file, upright and small enough to upload; `null` when
 * the browser can't read it.
 */
export async function takePhotoFromPicture(picture: Blob | ImageData, name: string): Promise<File | null> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(picture)
  } catch {
    return null
  }
  const scale = Math.min(1, longestSidePixels / Math.max(bitmap.width, bitmap.height))
  try {
    return await drawPhoto(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale), name)
  } finally {
    bitmap.close()
  }
}

async function drawPhoto(
  source: CanvasImageSource,
  width: number,
  height: number,
  name: string,
): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(source, 0, 0, width, height)
  const encode = (quality: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, photoType, quality))
  const fine = await encode(photoQuality)
  const blob =
    fine && fine.size > computeDocumentMaxBytes(photoType, Number.POSITIVE_INFINITY)
      ? await encode(coarserQuality)
      : fine
  return blob && new File([blob], `${name}.jpg`, { type: photoType })
}

/** The quality of the native camera's photos, in percent (CAMERA-12). */
const nativeQuality = 90

/** Whether this page runs inside the native app, which adds its bridge to the window (docs/native-app.md). */
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

/** The result of the native camera. `cancelled`: the person closed it without a photo. */
type NativePhoto = { picture: Blob } | 'denied' | 'cancelled'

/**
 * Takes a photo with the device's own camera app, including the permission.
 *
 * @param load reads the plugin's file
 * @throws every error of the permission check
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
