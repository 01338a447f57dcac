import { Button, Stack, Text } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { downloadCameraDialog } from '../camera/lazy-camera-dialog.ts'
import { useDialogInHistory } from '../steps/use-dialog-in-history.ts'
import { describeRefusal } from './file-rules.ts'
import { UploadCamera } from './upload-camera.tsx'
import { UploadStatus } from './upload-status.tsx'
import { useIdleDownload } from './use-idle-download.ts'
import type { Upload } from './use-upload.ts'

type SelfieFieldProps = {
  upload: Upload
  /** The button's words, which are the dialog's title too: "Take a Passport-Style Photo". */
  label: string
  hint: string
  /** The stored photo's accessible name. */
  name: string
  /** Where a form's error finds this field. */
  path: string
  error: string | null
  onReload(): void
}

/** Takes a photo of the person with the camera and stores it at once. */
export function SelfieField({ upload, label, hint, name, path, error, onReload }: SelfieFieldProps) {
  const camera = useDialogInHistory(`camera ${path}`)
  useIdleDownload(downloadCameraDialog)
  const { phase } = upload.state
  const said = describeRefusal(upload.refusal) ?? error
  return (
    <Stack gap="sm" align="stretch">
      <UploadStatus upload={upload} name={name} onReload={onReload} />
      {phase === 'empty' || phase === 'failed' ? (
        <>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
          <Button
            variant={phase === 'failed' ? 'default' : 'light'}
            leftSection={<IconCamera size="1.25em" aria-hidden />}
            onClick={camera.open}
            data-path={path}
          >
            {label}
          </Button>
        </>
      ) : null}
      {said ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {said}
        </Text>
      ) : null}
      <UploadCamera
        camera={camera}
        upload={upload}
        title={label}
        hint={hint}
        facing="front"
        photoName="selfie"
      />
    </Stack>
  )
}
