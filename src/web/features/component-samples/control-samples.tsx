import { Button } from '@mantine/core'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { FeedbackButton } from '../feedback/index.ts'
import { Group, Row, Sample } from './sample.tsx'

const variants = ['filled', 'default', 'light', 'subtle'] as const
const toasts = ['success', 'error', 'info'] as const

/** Buttons, links that look like buttons, dialogs and toasts. */
export function ControlSamples() {
  return (
    <Group title="Controls">
      <Sample name="Buttons">
        <Row>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button color="red">destructive</Button>
          <Button disabled>disabled</Button>
          <Button loading>loading</Button>
        </Row>
      </Sample>
      <Sample name="Submit button: ready, busy, before the page runs">
        <Row>
          <SubmitButton busy={false} fullWidth={false}>
            Log In
          </SubmitButton>
          <SubmitButton busy fullWidth={false}>
            Log In
          </SubmitButton>
          <SubmitButton busy={false} ready={false} fullWidth={false}>
            Log In
          </SubmitButton>
        </Row>
      </Sample>
      <Sample name="Link buttons">
        <Row>
          <LinkButton to="/dev/ui">filled</LinkButton>
          <LinkButton to="/dev/ui" variant="outline">
            outline
          </LinkButton>
        </Row>
      </Sample>
      <Sample name="Toasts">
        <Row>
          {toasts.map((kind) => (
            <Button
              key={kind}
              variant="default"
              onClick={() => showToast({ kind, title: `A toast: ${kind}`, description: 'It passes by.' })}
            >
              {kind}
            </Button>
          ))}
        </Row>
      </Sample>
      <Sample name="Feedback dialog">
        <FeedbackButton />
      </Sample>
    </Group>
  )
}
