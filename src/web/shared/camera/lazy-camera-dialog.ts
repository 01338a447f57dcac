import { lazy } from 'react'

/** Fetches the camera dialog's code ahead of its first use. */
export const downloadCameraDialog = () => import('./camera-dialog.tsx')

/** The camera dialog, downloaded when it is first opened. */
export const CameraDialog = lazy(downloadCameraDialog)
