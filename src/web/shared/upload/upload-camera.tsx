import { type ComponentProps, Suspense } from 'react'
import { CameraDialog } from '../camera/lazy-camera-dialog.ts'
import type { useDialogInHistory } from '../steps/use-dialog-in-history.ts'
import type { Upload } from './use-upload.ts'

type UploadCameraProps = {
  camera: ReturnType<typeof useDialogInHistory>
  upload: Upload
} & Pick<ComponentProps<typeof CameraDialog>, 'title' | 'hint' | 'facing' | 'photoName'>

/** The camera's dialog while it is open: the photo that is taken is uploaded. */
export function UploadCamera({ camera, upload, ...dialog }: UploadCameraProps) {
  return camera.opened ? (
    <Suspense fallback={null}>
      <CameraDialog
        opened
        {...dialog}
        onClose={camera.close}
        onPhoto={(photo) => {
          camera.close()
          upload.choose(photo)
        }}
      />
    </Suspense>
  ) : null
}
