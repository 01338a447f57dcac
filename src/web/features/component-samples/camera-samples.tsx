import { toCameraFault } from '../../shared/camera/camera-fault.ts'
import { CameraIssue } from '../../shared/camera/camera-issue.tsx'
import { Group, Sample } from './sample.tsx'

const errors = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'OtherError'] as const
const doNothing = () => {}

/** What stands in the place of a camera that does not run. */
export function CameraSamples() {
  return (
    <Group title="Camera">
      {errors.map((name) => (
        <Sample key={name} name={name}>
          <CameraIssue
            fault={toCameraFault(new DOMException('the device is asleep', name))}
            facing="front"
            onRequestPermission={doNothing}
            onTryAgain={doNothing}
            onPicture={doNothing}
          />
        </Sample>
      ))}
    </Group>
  )
}
