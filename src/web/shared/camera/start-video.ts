import cameraWords from '../../../words/en/camera.ts'
import { type CameraFault, type Facing, type Subject, toCameraFault } from './camera-state.ts'

/** The properties of a video element that are needed to show the camera. */
export type VideoScreen = VideoSource & Pick<HTMLVideoElement, 'srcObject' | 'play'>

/**
 * Opens the camera and shows it until its first frame has arrived (CAMERA-2, CAMERA-4, CAMERA-5).
 *
 * Resolves to the running stream, to the specified text for a fault, or to `null` when `signal` aborted. Tracks are
 * stopped when `signal` aborts, then or later, and after every fault.
 *
 * @param screen finds the element once the camera has answered: the dialog may render after it is opened
 * @param wait sleeps for the given milliseconds; injected so that tests need no real time
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
  // Another program can take the camera before its first frame.
  if (track.readyState === 'ended') return { kind: 'in-use', message: cameraWords.inUse }
  return isReady ? null : makeOther(cameraWords.notReady)
}

/** The readiness check (CAMERA-4): up to 10 checks, 100 ms apart. */
const readinessCheck = { attempts: 10, intervalMs: 100 } as const

/**
 * The properties that the check reads; a video element has them. `readyState` 2 is HAVE_CURRENT_DATA: a frame has
 * arrived.
 */
type VideoSource = { readonly readyState: number; readonly videoWidth: number }

/**
 * Resolves to true as soon as the video shows a frame, to false when it still shows none after the last check.
 *
 * @param wait sleeps for the given milliseconds; injected so that tests need no real time
 */
export async function isVideoReady(
  video: VideoSource,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 1; attempt <= readinessCheck.attempts; attempt++) {
    if (video.readyState >= 2 && video.videoWidth > 0) return true
    if (attempt < readinessCheck.attempts) await wait(readinessCheck.intervalMs)
  }
  return false
}

/**
 * The requested picture size, which a camera may not reach: for a document, the full size of most cameras (CAMERA-2,
 * CAMERA-13).
 */
const idealSize = {
  person: { width: 1280, height: 720 },
  document: { width: 3840, height: 2160 },
} as const

/** Whether this browser can show its camera in a page at all; in-app browsers and plain-http pages often can't. */
function canOpenCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/**
 * Opens the camera without sound.
 * @throws DOMException as getUserMedia does
 */
function openCamera(facing: Facing, subject: Subject): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      width: { ideal: idealSize[subject].width },
      height: { ideal: idealSize[subject].height },
      facingMode: { ideal: facing === 'front' ? 'user' : 'environment' },
    },
  })
}

/** Stops every track, which turns the camera's light off. */
function stopCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Whether there is another camera to switch to. Browsers reveal it only after the permission was given. */
export async function hasSeveralCameras(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices.filter(({ kind }) => kind === 'videoinput').length > 1
  } catch {
    return false
  }
}
