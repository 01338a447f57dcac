import type { Facing, Subject } from './camera-state.ts'

/** The picture size asked for, which a camera may undercut: of a document as much as most cameras have (CAMERA-2, CAMERA-13). */
const idealSize = {
  person: { width: 1280, height: 720 },
  document: { width: 3840, height: 2160 },
} as const

/** Whether this browser can show its camera in a page at all; in-app browsers and plain-http pages often cannot. */
export function canOpenCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/**
 * Opens the camera without sound.
 * @throws DOMException as getUserMedia does
 */
export function openCamera(facing: Facing, subject: Subject): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      width: { ideal: idealSize[subject].width },
      height: { ideal: idealSize[subject].height },
      facingMode: { ideal: facing === 'front' ? 'user' : 'environment' },
    },
  })
}

/** Stops every track, which puts the camera's light out. */
export function stopCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Whether there is another camera to switch to. Browsers tell only after the permission was given. */
export async function hasSeveralCameras(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices.filter(({ kind }) => kind === 'videoinput').length > 1
  } catch {
    return false
  }
}
