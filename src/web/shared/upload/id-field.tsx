import { Button, Stack } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import words from '../../../words/en/upload.ts'
import { downloadCameraDialog } from '../camera/lazy-camera-dialog.ts'
import { useDialogInHistory } from '../steps/use-dialog-in-history.ts'
import { FileDropZone } from './file-drop-zone.tsx'
import { acceptedFiles, describeRefusal, type FileLimits } from './file-rules.ts'
import { UploadCamera } from './upload-camera.tsx'
import { UploadStatus } from './upload-status.tsx'
import { useIdleDownload } from './use-idle-download.ts'
import type { Upload } from './use-upload.ts'

type IdFieldProps = {
  upload: Upload
  /** The file field's name: "Upload a valid ID". */
  label: string
  /** The stored ID's accessible name. */
  name: string
  /** Where a form's error finds this field. */
  path: string
  error: string | null
  onReload(): void
}

/** Takes an identity document as a file or with the camera and stores it at once. */
export function IdField({ upload, label, name, path, error, onReload }: IdFieldProps) {
  const camera = useDialogInHistory(`camera ${path}`)
  useIdleDownload(downloadCameraDialog)
  const { phase } = upload.state
  return (
    <Stack gap="sm" align="stretch">
      <UploadStatus upload={upload} name={name} onReload={onReload} />
      {phase === 'empty' || phase === 'failed' ? (
        <>
          <FileDropZone
            label={label}
            accept={acceptedFiles.id}
            rules={describeRules(upload.limits)}
            error={describeRefusal(upload.refusal) ?? error}
            path={path}
            onFile={upload.choose}
          />
          <Button
            variant="default"
            leftSection={<IconCamera size="1.25em" aria-hidden />}
            onClick={camera.open}
          >
            {words.photographId}
          </Button>
        </>
      ) : null}
      <UploadCamera
        camera={camera}
        upload={upload}
        title={words.photographId}
        hint={words.photographIdHint}
        facing="back"
        photoName="id"
      />
    </Stack>
  )
}

const bytesPerMb = 1024 * 1024

/** The formats, and the one size that holds for each of them here. */
function describeRules({ imageMaxBytes, pdfMaxBytes }: FileLimits): string {
  const [photoMb, pdfMb] = [imageMaxBytes, pdfMaxBytes].map((bytes) => Math.floor(bytes / bytesPerMb)) as [
    number,
    number,
  ]
  const size = photoMb === pdfMb ? words.maxSize({ megabytes: pdfMb }) : words.maxSizes({ pdfMb, photoMb })
  return `${words.formats}. ${size}. ${words.pdfPages}`
}
