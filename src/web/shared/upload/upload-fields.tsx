import { Button, Center, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import cameraWords from '../../../words/en/camera.ts'
import words from '../../../words/en/upload.ts'
import { useIdleDownload } from '../steps/step-frame.tsx'
import { useDialogInHistory } from '../steps/use-place.ts'
import { DocumentDrawing, FaceDrawing } from '../ui/drawings.tsx'
import { requestFailedStylesAgain } from '../ui/failed-styles.ts'
import classes from './file-drop-zone.module.css'
import { describeRefusal, type FileLimits, listAcceptedFiles } from './upload-state.ts'
import { UploadStatus } from './upload-status.tsx'
import type { Upload } from './use-upload.ts'

type IdFieldProps = {
  upload: Upload
  /** The file field's label: "Upload a valid ID". */
  label: string
  /** The stored ID's accessible name. */
  name: string
  /** The path by which a form's error finds this field. */
  path: string
  error: string | null
  onReload(): void
}

/** Accepts an identity document as a file or with the camera and stores it at once. */
export function IdField({ upload, label, name, path, error, onReload }: IdFieldProps) {
  const camera = useDialogInHistory(`camera ${path}`)
  useIdleDownload(downloadCameraDialog)
  const { phase } = upload.state
  // A phone has a camera, rarely a file of the ID, and nothing to drop.
  const isTouched = useMediaQuery('(max-width: 47.99em), (hover: none)', false, {
    getInitialValueInEffect: false,
  })
  const takePhoto = (
    <Button
      variant={isTouched ? 'filled' : 'default'}
      leftSection={<IconCamera size="1.25em" aria-hidden />}
      onClick={camera.open}
    >
      {words.photographId}
    </Button>
  )
  return (
    <Stack gap="sm" align="stretch">
      <UploadStatus upload={upload} name={name} onReload={onReload} />
      {phase === 'empty' || phase === 'failed' ? (
        <>
          {isTouched ? takePhoto : null}
          <FileField
            isButton={isTouched}
            label={label}
            accept={listAcceptedFiles(navigator)}
            rules={describeRules(upload.limits)}
            error={describeRefusal(upload.refusal) ?? error}
            path={path}
            onFile={upload.choose}
          />
          {isTouched ? null : takePhoto}
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

/** The formats, and the one size limit for all of them here. */
function describeRules({ imageMaxBytes, pdfMaxBytes }: FileLimits): string {
  const [photoMb, pdfMb] = [imageMaxBytes, pdfMaxBytes].map((bytes) => Math.floor(bytes / bytesPerMb)) as [
    number,
    number,
  ]
  return photoMb === pdfMb ? words.rules({ megabytes: pdfMb }) : words.rulesApart({ pdfMb, photoMb })
}

type SelfieFieldProps = {
  upload: Upload
  /** The button's label, which is the dialog's title too: "Take a Passport-Style Photo". */
  label: string
  /** Whether it is the page's current task: then the button is primary. */
  isTask?: boolean
  hint: string
  /** The stored photo's accessible name. */
  name: string
  /** The path by which a form's error finds this field. */
  path: string
  error: string | null
  onReload(): void
}

/** Takes a photo of the person with the camera and stores it at once. */
export function SelfieField(props: SelfieFieldProps) {
  const { upload, label, isTask = false, hint, name, path, error, onReload } = props
  const camera = useDialogInHistory(`camera ${path}`)
  useIdleDownload(downloadCameraDialog)
  const { phase } = upload.state
  const fault = describeRefusal(upload.refusal) ?? error
  const faultId = useId()
  return (
    <Stack gap="sm" align="stretch">
      <UploadStatus upload={upload} name={name} onReload={onReload} />
      {phase === 'empty' || phase === 'failed' ? (
        <>
          {isTask ? (
            <Center>
              <FaceDrawing />
            </Center>
          ) : null}
          {/* The camera says it too. */}
          {isTask ? null : (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
          <Button
            variant={phase === 'failed' ? 'default' : isTask ? 'filled' : 'light'}
            leftSection={<IconCamera size="1.25em" aria-hidden />}
            onClick={camera.open}
            data-path={path}
            aria-describedby={fault ? faultId : undefined}
          >
            {label}
          </Button>
        </>
      ) : null}
      {fault ? (
        <Text id={faultId} size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
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

type UploadCameraProps = {
  camera: ReturnType<typeof useDialogInHistory>
  upload: Upload
} & Pick<ComponentProps<CameraCode['default']>, 'title' | 'hint' | 'facing' | 'photoName'>

/** The camera's dialog while it is open: the photo is uploaded. */
function UploadCamera({ camera, upload, ...dialog }: UploadCameraProps) {
  const { code, hasFailed, tryAgain } = useCameraCode(camera.opened)
  if (!camera.opened) return null
  if (!code && hasFailed)
    return (
      <div role="alert">
        <Text mb="sm">{cameraWords.notLoaded}</Text>
        <Button variant="default" onClick={tryAgain}>
          {cameraWords.tryAgain}
        </Button>
      </div>
    )
  if (!code) return <Text role="status">{cameraWords.opening}</Text>
  return (
    <code.default
      opened
      {...dialog}
      onClose={camera.close}
      onPhoto={(photo) => {
        camera.close()
        upload.choose(photo)
      }}
    />
  )
}

type CameraCode = typeof import('../camera/camera-dialog.tsx')

let cameraCode: CameraCode | null = null
let hasDownloadFailed = false

/** Fetches the camera dialog's code, ahead of its first use if there is time. */
async function downloadCameraDialog(): Promise<void> {
  try {
    cameraCode ??= await import('../camera/camera-dialog.tsx')
  } catch (error) {
    hasDownloadFailed = true
    throw error
  }
}

/** The camera dialog's code; null until it is loaded, or after loading has failed (CAMERA-19). */
function useCameraCode(isWanted: boolean) {
  const [phase, setPhase] = useState<'idle' | 'failed' | 'here'>('idle')
  useEffect(() => {
    if (!isWanted) setPhase('idle')
    if (!isWanted || phase !== 'idle') return
    let isCurrent = true
    const turn = (next: 'failed' | 'here') => {
      if (isCurrent) setPhase(next)
    }
    if (hasDownloadFailed) void requestFailedStylesAgain()
    downloadCameraDialog().then(
      () => turn('here'),
      () => turn('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, phase])
  return { code: cameraCode, hasFailed: phase === 'failed', tryAgain: () => setPhase('idle') }
}

type FileFieldProps = {
  /** Looks like a button, instead of a box to drop a file on. */
  isButton: boolean
  /** The field's label, inside the box. */
  label: string
  accept: string
  /** The accepted files, in small print. */
  rules: string
  error: string | null
  /** The path by which a form's error finds this field. */
  path: string
  onFile(file: File): void
}

/**
 * A file field as large as its box: tapping anywhere opens the file dialog, and a file can be dropped anywhere on it.
 * The input itself covers the box invisibly, so keyboard, screen reader and drag and drop are the browser's own.
 */
function FileField({ isButton, label, accept, rules, error, path, onFile }: FileFieldProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const accepted = (
    <Text id={`${id}-rules`} size="sm" c="dimmed">
      {rules}
    </Text>
  )
  return (
    <div>
      <div
        className={classes[isButton ? 'button' : 'zone']}
        data-over={isOver || undefined}
        data-error={error ? true : undefined}
      >
        {isButton ? null : <DocumentDrawing />}
        <label htmlFor={id} className={classes['label']}>
          {label}
        </label>
        {isButton ? null : (
          <>
            <Text>{words.orDrop}</Text>
            {accepted}
          </>
        )}
        <input
          id={id}
          type="file"
          data-path={path}
          className={classes['field']}
          accept={accept}
          aria-describedby={error ? `${id}-error ${id}-rules` : `${id}-rules`}
          aria-invalid={error ? true : undefined}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) onFile(file)
            // Allows the same file to be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      {isButton ? accepted : null}
      {error ? (
        <Text id={`${id}-error`} role="alert" size="sm" c="var(--mantine-color-error)" mt={6}>
          {error}
        </Text>
      ) : null}
    </div>
  )
}
