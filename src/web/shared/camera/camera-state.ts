/** Front looks at the person, back at a document on the table. */
export type Facing = 'front' | 'back'

/** What is being photographed; either may be, whichever camera one switches to. */
export type Subject = 'person' | 'document'

/** What the camera dialog is doing (CAMERA-1). `ready` is false until the first frame can be captured. */
export type CameraState =
  | { phase: 'idle' }
  | { phase: 'active'; ready: boolean }
  | { phase: 'captured'; photo: File }
  | { phase: 'error'; fault: CameraFault }

/** What went wrong, in the specified words, and what can be done about it. */
export type CameraFault = {
  kind: 'unsupported' | 'permission' | 'not-found' | 'in-use' | 'other'
  message: string
}

export type CameraEvent =
  | { type: 'opening' }
  | { type: 'ready' }
  | { type: 'captured'; photo: File }
  | { type: 'failed'; fault: CameraFault }
  | { type: 'closed' }

export const idleCamera: CameraState = { phase: 'idle' }

/**
 * The next state after an event. An event that does not fit the state changes nothing: a photo only comes from a ready camera or from a
 * file when there is no camera, and a closed camera stays closed until it is opened again.
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
