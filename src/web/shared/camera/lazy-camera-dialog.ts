import { lazy } from 'react'

/** The camera dialog, downloaded when it is first opened. */
export const CameraDialog = lazy(() => import('./camera-dialog.tsx'))
