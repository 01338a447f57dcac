import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { IconCamera, IconCameraRotate } from '@tabler/icons-react'
import { useState } from 'react'
import words from '../../../words/en/camera.ts'
import { showToast } from '../ui/toast.ts'
import classes from './camera-dialog.module.css'
import { CameraIssue } from './camera-issue.tsx'
import type { Facing } from './camera-state.ts'
import type { CaptureFault } from './capture-photo.ts'
import { DocumentAdvice, DocumentFrame } from './document-guide.tsx'
import type { DocumentShape } from './document-shape.ts'
import { useCamera } from './use-camera.ts'
import { useGuidance } from './use-guidance.ts'
import { useObjectUrl } from './use-object-url.ts'

export type CameraDialogProps = {
  opened: boolean
  /** What is being photographed, as the dialog's name. */
  title: string
  /** One sentence above the picture: how the photo should look. */
  hint: string
  facing: Facing
  /** The photo's file name without extension. */
  photoName: string
  onClose(): void
  /** Receives the photo once the person has looked at it and chosen it. */
  onPhoto(photo: File): void
}

/** Takes one photo: look, Capture, then Retake or Use Photo. */
export default function CameraDialog(props: CameraDialogProps) {
  const { opened, title, hint, facing, photoName, onClose, onPhoto } = props
  const camera = useCamera(opened, facing, photoName)
  const [note, setNote] = useState<string | null>(null)
  const { state } = camera
  const photoUrl = useObjectUrl(state.phase === 'captured' ? state.photo : null)
  const isReady = state.phase === 'active' && state.ready
  const [shape, setShape] = useState<DocumentShape>('card')
  const isDocument = camera.subject === 'document'
  const advice = useGuidance(camera.videoRef, isReady && isDocument ? shape : null)

  const report = (fault: CaptureFault | null) => {
    setNote(fault?.inline ?? null)
    if (fault) {
      void showToast({ kind: 'error', title: words.captureToastTitle, description: fault.toast })
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack gap="md">
        <Text>{hint}</Text>
        {state.phase === 'error' ? (
          <CameraIssue
            fault={state.fault}
            facing={camera.facing}
            onRequestPermission={() => void camera.requestPermission()}
            onTryAgain={camera.start}
            onPicture={async (picture) => report(await camera.takePicture(picture))}
          />
        ) : null}
        <div className={classes['frame']} hidden={state.phase === 'error'}>
          <div className={classes['screen']}>
            <video
              ref={camera.videoRef}
              className={`${classes['video']} ${camera.facing === 'front' ? classes['mirrored'] : ''}`}
              hidden={!isReady}
              aria-label={words.previewName}
              autoPlay
              playsInline
              muted
            />
            {isReady && isDocument ? <DocumentFrame shape={shape} isReady={advice === 'ready'} /> : null}
            {isReady && !isDocument ? <div className={classes['face']} /> : null}
          </div>
          {photoUrl ? <img className={classes['picture']} src={photoUrl} alt={words.capturedName} /> : null}
          {state.phase === 'active' && !state.ready ? (
            <div className={classes['waiting']}>
              <Loader color="white" aria-hidden />
              <Text role="status">{words.starting}</Text>
            </div>
          ) : null}
        </div>
        {isReady && isDocument ? <DocumentAdvice shape={shape} advice={advice} onShape={setShape} /> : null}
        {note ? (
          <Text c="error" role="alert">
            {note}
          </Text>
        ) : null}
        {state.phase === 'captured' ? (
          <Group grow preventGrowOverflow={false}>
            <Button
              variant="default"
              size="lg"
              onClick={() => {
                setNote(null)
                camera.start()
              }}
            >
              {words.retake}
            </Button>
            <Button size="lg" ref={focusNow} onClick={() => onPhoto(state.photo)}>
              {words.usePhoto}
            </Button>
          </Group>
        ) : null}
        {state.phase === 'active' ? (
          <Group grow preventGrowOverflow={false}>
            {camera.canSwitch ? (
              <Button
                variant="default"
                size="lg"
                leftSection={<IconCameraRotate size="1.25em" aria-hidden />}
                onClick={camera.switchCamera}
              >
                {words.switchCamera}
              </Button>
            ) : null}
            <Button
              size="lg"
              disabled={!isReady}
              leftSection={<IconCamera size="1.25em" aria-hidden />}
              onClick={async () => report(await camera.capture())}
            >
              {words.capture}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Modal>
  )
}

/** The button that was pressed is gone, so the focus goes to the one that takes its place. */
function focusNow(button: HTMLButtonElement | null) {
  button?.focus()
}
