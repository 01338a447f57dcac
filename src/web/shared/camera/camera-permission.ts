import cameraWords from '../../../words/en/camera.ts'
import type { CameraFault } from './camera-state.ts'

/**
 * What speaks against asking for the camera again, by what the browser remembers of the permission: it was refused for good, or it cannot be
 * looked up. `null` where asking may help, also where the browser does not know that question.
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
    // Firefox before 2024 and older Safari do not know a permission of this name.
    if (error instanceof TypeError) return 'unknown'
    throw error
  }
}
