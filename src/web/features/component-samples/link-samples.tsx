import { invitationStateSchema } from '../../../contract/verification.ts'
import { verificationStatuses } from '../../../domain/verification/status.ts'
import { LinkCard } from '../../shared/link/link-card.tsx'
import { Group, Sample } from './sample.tsx'

const link = 'https://assent.example/verify/6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11?type=person'

/** The link to hand over, and what stands in its place once it is closed. */
export function LinkSamples() {
  return (
    <Group title="Link card">
      {verificationStatuses.map((status) => (
        <Sample key={status} name={status}>
          <LinkCard link={link} status={status} />
        </Sample>
      ))}
      {invitationStateSchema.shape.state.options.map((state) => (
        <Sample key={state} name={`pending, invitation ${state}`}>
          <LinkCard link={link} status="pending" invitation={{ state, at: '2026-11-20T09:30:00.000Z' }} />
        </Sample>
      ))}
    </Group>
  )
}
