import cameraWords from '../../../words/en/camera.ts'
import type { CameraFault } from './camera-state.ts'

/**
 * What a failed `getUserMedia` means to the person in front of it. The names are those of the Media Capture and Streams standard,
 * and the older ones that some browsers still use.
 */
export function toCameraFault(error: unknown): CameraFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
    case 'SecurityError':
      return { kind: 'permission', message: cameraWords.permissionRefused }
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return { kind: 'not-found', message: cameraWords.notFound }
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return { kind: 'in-use', message: cameraWords.inUse }
    default: {
      const message = error instanceof Error && error.message ? error.message : 'unknown'
      return { kind: 'other', message: cameraWords.other({ message }) }
    }
  }
}
