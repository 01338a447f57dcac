import english from '../../../words/en/camera-help.ts'
import { messages } from '../../../words/messages.ts'
import type { DevicePlatform } from './device-platform.ts'

/** How long the help stays (CAMERA-8). */
export const cameraHelpDurationMs = 10_000

/** Where each platform lets a person allow the camera again, after "How to Enable Camera". */
export const cameraHelp: Record<DevicePlatform, string> = messages('camera-help', english)
