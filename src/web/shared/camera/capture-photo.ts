import cameraWords from '../../../words/en/camera.ts'
import { takePhotoFromVideo } from './photo-file.ts'

/** Why a photo was not taken: `inline` stands in the dialog, `toast` passes by (CAMERA-7). */
export type CaptureFault = { inline: string; toast: string }

/** Takes the frame that a running video shows; `null` stands for a camera that is not running. */
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
