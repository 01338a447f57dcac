import { Alert, Button, FileButton, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconCameraOff, IconCameraRotate } from '@tabler/icons-react'
import { useState } from 'react'
import words from '../../../words/en/camera.ts'
import { detectDevicePlatform } from '../browser.ts'
import { useObjectUrl } from '../effects.ts'
import { focusNow, useLostFocus } from '../focus.ts'
import { QrCode } from '../link/qr-code.tsx'
import { showToast } from '../ui/toast.ts'
import classes from './camera-dialog.module.css'
import { type CameraFault, type DocumentShape, type Facing, shapeRatio } from './camera-state.ts'
import type { Advice } from './guidance/watch-document.ts'
import { findInAppBrowser, OpenElsewhere } from './in-app-browser.tsx'
import type { CaptureFault } from './take-photo.ts'
import { useCamera, useGuidance } from './use-camera.ts'

export type CameraDialogProps = {
  opened: boolean
  /** The name of the dialog: the subject of the photo. */
  title: string
  /** One sentence above the picture about how the photo should look. */
  hint: string
  facing: Facing
  /** The photo's file name without extension. */
  photoName: string
  onClose(): void
  /** Receives the photo once the person has reviewed and chosen it. */
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
  const capture = useLostFocus<HTMLButtonElement>(state.phase)
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
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
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : 'lg'}
      closeButtonProps={{ 'aria-label': words.close }}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
    >
      <Stack gap="md" className={classes['parts']}>
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
          <Group grow preventGrowOverflow={false} data-new-under-finger>
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
          <Group grow preventGrowOverflow={false} data-new-under-finger>
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
              ref={capture}
              size="lg"
              data-disabled={!isReady}
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

const shapes: DocumentShape[] = ['card', 'passport']

/** The outline for the document over the picture: closed once the photo may be taken. */
export function DocumentFrame({ shape, isReady }: { shape: DocumentShape; isReady: boolean }) {
  const [width, height] = [shapeRatio[shape] * 100, 100]
  return (
    <svg className={classes['document']} viewBox={`0 0 ${width} ${height}`} data-ready={isReady} aria-hidden>
      <rect width={width} height={height} rx={shape === 'card' ? 6 : 3} />
    </svg>
  )
}

type DocumentAdviceProps = {
  shape: DocumentShape
  advice: Advice | null
  onShape(shape: DocumentShape): void
}

/** The choice of the document, and one line of advice for a better photo. */
export function DocumentAdvice({ shape, advice, onShape }: DocumentAdviceProps) {
  return (
    <Group justify="space-between" gap="xs">
      <Text role="status" className={classes['advice'] ?? ''}>
        {advice ? words.advice[advice] : ''}
      </Text>
      <Group gap="xs" role="group" aria-label={words.shapeName}>
        {shapes.map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={one === shape ? 'light' : 'subtle'}
            aria-pressed={one === shape}
            onClick={() => onShape(one)}
          >
            {words.shapes[one]}
          </Button>
        ))}
      </Group>
    </Group>
  )
}

/** How long the help is shown (CAMERA-8). */
const cameraHelpDurationMs = 10_000

type CameraIssueProps = {
  fault: CameraFault
  facing: Facing
  onRequestPermission(): void
  onTryAgain(): void
  onPicture(picture: File): void
}

/** The panel shown when the camera doesn't run: the error, and all alternatives. */
export function CameraIssue({ fault, facing, onRequestPermission, onTryAgain, onPicture }: CameraIssueProps) {
  const platform = detectDevicePlatform(navigator)
  const isPhone = platform === 'ios' || platform === 'android'
  const app = findInAppBrowser(navigator.userAgent)
  return (
    <Stack gap="md">
      <Alert
        ref={focusNow}
        tabIndex={-1}
        color="red"
        role="alert"
        title={words.issueTitle}
        icon={<IconCameraOff aria-hidden />}
      >
        {fault.message}
      </Alert>
      {isPhone || fault.kind === 'unsupported' ? (
        <FileButton
          accept="image/jpeg,image/png"
          capture={facing === 'front' ? 'user' : 'environment'}
          onChange={(picture) => {
            if (picture) onPicture(picture)
          }}
        >
          {(props) => (
            <Button {...props} fullWidth>
              {words.takeWithPhone}
            </Button>
          )}
        </FileButton>
      ) : null}
      {app ? <OpenElsewhere app={app} /> : null}
      <Group gap="sm">
        {fault.kind === 'unsupported' ? null : (
          <>
            <Button variant={isPhone ? 'default' : 'filled'} onClick={onRequestPermission}>
              {words.requestPermission}
            </Button>
            <Button
              variant="default"
              onClick={() =>
                showToast({
                  kind: 'info',
                  title: words.howToEnable,
                  description: words.help[platform],
                  durationMs: cameraHelpDurationMs,
                })
              }
            >
              {words.howToEnable}
            </Button>
          </>
        )}
        <Button variant="default" onClick={onTryAgain}>
          {words.tryAgain}
        </Button>
      </Group>
      {isPhone && !app ? null : (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {app ? words.inApp.otherDevice : words.otherDevice}
          </Text>
          <QrCode text={window.location.href} label={words.otherDeviceCode} />
        </Stack>
      )}
    </Stack>
  )
}
