import { Alert, Button } from '@mantine/core'
import { verificationStatuses } from '../../../domain/verification/status.ts'
import { WarningBox } from '../../shared/consent-document/warning-box.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { LoadingCard } from '../../shared/ui/loading-card.tsx'
import { PageSpinner } from '../../shared/ui/page-spinner.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { Group, Row, Sample } from './sample.tsx'

const colors = ['green', 'yellow', 'red', 'gray'] as const

/** What is said about a state: badges, notices, and what stands where nothing is, or is not yet. */
export function MessageSamples() {
  return (
    <Group title="Notices">
      <Sample name="Status of a verification">
        <Row>
          {verificationStatuses.map((status) => (
            <StatusBadge key={status} status={status} ageStep="declared" />
          ))}
        </Row>
      </Sample>
      {colors.map((color) => (
        <Sample key={color} name={`Notice, ${color}`}>
          <Alert color={color} title="What it is about">
            One sentence on what to do next.
          </Alert>
        </Sample>
      ))}
      <Sample name="Warning to the third party">
        <WarningBox />
      </Sample>
      <Sample name="Error card">
        <ErrorCard title="The record could not be loaded" order={3} action={<Button>Try again</Button>}>
          Check your connection.
        </ErrorCard>
      </Sample>
      <Sample name="Empty">
        <EmptyState title="Nothing here yet" action={<Button>Begin</Button>}>
          What you create will stand here.
        </EmptyState>
      </Sample>
      <Sample name="Loading card">
        <LoadingCard words="Loading…" />
      </Sample>
      <Sample name="Loading page">
        <PageSpinner />
      </Sample>
    </Group>
  )
}
