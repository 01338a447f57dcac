import cameraWords from '../../../words/en/camera.ts'

/** Front faces the person, back faces a document on the table. */
export type Facing = 'front' | 'back'

/** The subject of the photo; either camera can take both. */
export type Subject = 'person' | 'document'

/** The state of the camera dialog (CAMERA-1). `ready` is false until the first frame can be captured. */
export type CameraState =
  | { phase: 'idle' }
  | { phase: 'active'; ready: boolean }
  | { phase: 'captured'; photo: File }
  | { phase: 'error'; fault: CameraFault }

/** An error with its specified text, and the solution. */
export type CameraFault = {
  kind: 'unsupported' | 'permission' | 'not-found' | 'in-use' | 'other'
  message: string
}

type CameraEvent =
  | { type: 'opening' }
  | { type: 'ready' }
  | { type: 'captured'; photo: File }
  | { type: 'failed'; fault: CameraFault }
  | { type: 'closed' }

export const idleCamera: CameraState = { phase: 'idle' }

/**
 * The next state after an event. An event that doesn't fit the state changes nothing: a photo only comes from a ready
 * camera, or from a file when there is no camera, and a closed camera stays closed until it is opened again.
 */
export function advanceCameraState(state: CameraState, event: CameraEvent): CameraState {
  switch (event.type) {
    case 'opening':
      return { phase: 'active', ready: false }
    case 'ready':
      return state.phase === 'active' ? { phase: 'active', ready: true } : state
    case 'captured':
      if (state.phase === 'active' && !state.ready) return state
      return state.phase === 'active' || state.phase === 'error'
        ? { phase: 'captured', photo: event.photo }
        : state
    case 'failed':
      return state.phase === 'idle' ? state : { phase: 'error', fault: event.fault }
    case 'closed':
      return idleCamera
  }
}

/**
 * Explains an error of `getUserMedia`. The names are those of the Media Capture and Streams standard, and older ones
 * that some browsers still use.
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
      const reason = error instanceof Error ? error.message : ''
      return {
        kind: 'other',
        message: reason ? cameraWords.other({ message: reason }) : cameraWords.otherUnknown,
      }
    }
  }
}

/**
 * Explains from the browser's permission why requesting the camera again can't help: it was denied permanently, or the
 * permission can't be read. `null` where a new request may help, also in a browser that doesn't support the query.
 */
export async function findPermissionFault(): Promise<CameraFault | null> {
  try {
    return (await readPermission()) === 'denied'
      ? { kind: 'permission', message: cameraWords.permissionDenied }
      : null
  } catch {
    return { kind: 'permission', message: cameraWords.permissionCheckFailed }
  }
}

async function readPermission(): Promise<PermissionState | 'unknown'> {
  if (!navigator.permissions?.query) return 'unknown'
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state
  } catch (error) {
    // Firefox before 2024 and older Safari versions don't support a permission of this name.
    if (error instanceof TypeError) return 'unknown'
    throw error
  }
}

/** The documents with a frame in the dialog: a card (ID-1 of ISO/IEC 7810) and the data page of a passport (ID-3). */
export type DocumentShape = 'card' | 'passport'

/** Width by height. */
export const shapeRatio: Record<DocumentShape, number> = { card: 85.6 / 53.98, passport: 125 / 88 }

/** The largest share of the picture that the frame takes, in both directions. */
const frameShare = 0.86

/** A rectangle in pixels of the surrounding picture. */
export type Box = { left: number; top: number; width: number; height: number }

/** The position of the frame on a picture: centred, as large as its share allows. */
export function placeFrame(picture: { width: number; height: number }, shape: DocumentShape): Box {
  const ratio = shapeRatio[shape]
  const width = Math.min(picture.width * frameShare, picture.height * frameShare * ratio)
  const height = width / ratio
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height }
}
