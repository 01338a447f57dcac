import cameraWords from '../../../words/en/camera.ts'
import { toCameraFault } from './camera-fault.ts'
import type { CameraFault, Facing, Subject } from './camera-state.ts'
import { canOpenCamera, openCamera, stopCamera } from './camera-stream.ts'
import { isVideoReady, type VideoSource } from './video-readiness.ts'

/** The part of a video element that shows the camera. */
export type VideoScreen = VideoSource & Pick<HTMLVideoElement, 'srcObject' | 'play'>

/**
 * Opens the camera and shows it until its first frame is there (CAMERA-2, CAMERA-4, CAMERA-5).
 *
 * Answers the running stream, or what went wrong in the specified words, or `null` when `signal` gave it up meanwhile. Tracks are stopped when
 * `signal` aborts, then or later, and after every fault.
 *
 * @param screen finds the element when the camera has answered: the dialog may be drawn later than it is opened
 * @param wait sleeps for the given milliseconds; passed in so that no test sleeps
 */
export async function startVideo(
  facing: Facing,
  subject: Subject,
  screen: () => VideoScreen | null,
  wait: (ms: number) => Promise<void>,
  signal: AbortSignal,
): Promise<{ stream: MediaStream } | { fault: CameraFault } | null> {
  if (!canOpenCamera()) return { fault: { kind: 'unsupported', message: cameraWords.unsupported } }
  let stream: MediaStream
  try {
    stream = await openCamera(facing, subject)
  } catch (error) {
    return signal.aborted ? null : { fault: toCameraFault(error) }
  }
  if (signal.aborted) {
    stopCamera(stream)
    return null
  }
  signal.addEventListener('abort', () => stopCamera(stream), { once: true })
  const fault = await show(stream, screen, wait)
  if (signal.aborted) return null
  if (!fault) return { stream }
  stopCamera(stream)
  return { fault }
}

async function show(
  stream: MediaStream,
  screen: () => VideoScreen | null,
  wait: (ms: number) => Promise<void>,
): Promise<CameraFault | null> {
  const makeOther = (message: string): CameraFault => ({ kind: 'other', message })
  const [track] = stream.getVideoTracks()
  if (!track) return makeOther(cameraWords.initialisationFailed)
  const video = screen()
  if (!video) return makeOther(cameraWords.videoMissing)
  video.srcObject = stream
  try {
    await video.play()
  } catch {
    return makeOther(cameraWords.playbackFailed)
  }
  const isReady = await isVideoReady(video, wait)
  // Another program can take the camera away before anything is seen of it.
  if (track.readyState === 'ended') return { kind: 'in-use', message: cameraWords.inUse }
  return isReady ? null : makeOther(cameraWords.notReady)
}
