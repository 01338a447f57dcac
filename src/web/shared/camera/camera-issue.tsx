import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconCameraOff } from '@tabler/icons-react'
import words from '../../../words/en/camera.ts'
import { QrCode } from '../link/qr-code.tsx'
import { showToast } from '../ui/toast.ts'
import type { CameraFault, Facing } from './camera-state.ts'
import { detectDevicePlatform } from './device-platform.ts'

/** How long the help stays (CAMERA-8). */
const cameraHelpDurationMs = 10_000

type CameraIssueProps = {
  fault: CameraFault
  facing: Facing
  onRequestPermission(): void
  onTryAgain(): void
  onPicture(picture: File): void
}

/** The panel shown when the camera does not run: what is wrong, and every way on. */
export function CameraIssue({ fault, facing, onRequestPermission, onTryAgain, onPicture }: CameraIssueProps) {
  const platform = detectDevicePlatform(navigator)
  const isPhone = platform === 'ios' || platform === 'android'
  return (
    <Stack gap="md">
      <Alert color="red" role="alert" title={words.issueTitle} icon={<IconCameraOff aria-hidden />}>
        {fault.message}
      </Alert>
      <Group gap="sm">
        {fault.kind === 'unsupported' ? null : (
          <>
            <Button onClick={onRequestPermission}>{words.requestPermission}</Button>
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
      {isPhone || fault.kind === 'unsupported' ? (
        <FileButton
          accept="image/jpeg,image/png"
          capture={facing === 'front' ? 'user' : 'environment'}
          onChange={(picture) => {
            if (picture) onPicture(picture)
          }}
        >
          {(props) => (
            <Button {...props} variant="light" fullWidth>
              {words.takeWithPhone}
            </Button>
          )}
        </FileButton>
      ) : null}
      {isPhone ? null : (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {words.otherDevice}
          </Text>
          <QrCode text={window.location.href} label={words.otherDeviceCode} />
        </Stack>
      )}
    </Stack>
  )
}
