import { cameraFault } from '../../shared/camera/camera-fault.ts'
import { CameraIssue } from '../../shared/camera/camera-issue.tsx'
import { Group, Sample } from './sample.tsx'

const errors = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'OtherError'] as const
const nothing = () => {}

/** What stands in the place of a camera that does not run. */
export function CameraSamples() {
  return (
    <Group title="Camera">
      {errors.map((name) => (
        <Sample key={name} name={name}>
          <CameraIssue
            fault={cameraFault(new DOMException('the device is asleep', name))}
            facing="front"
            onRequestPermission={nothing}
            onTryAgain={nothing}
            onPicture={nothing}
          />
        </Sample>
      ))}
    </Group>
  )
}
