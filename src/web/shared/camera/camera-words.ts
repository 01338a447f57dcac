import english from '../../../words/en/camera.ts'
import { messages } from '../../../words/messages.ts'

/** Everything the camera says (CAMERA). */
export const cameraWords = messages('camera', english)
