import { Alert, Group, Progress, Skeleton, Text } from '@mantine/core'
import { describeUsage, type KnownUsage } from '../../../domain/plan/plan-limits.ts'
import type { VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/own-plan.ts'

/** One kind's month in one of the five ways (USAGE-6). */
export function UsageMeter({
  kind,
  usage,
}: {
  kind: VerificationKind
  usage: KnownUsage | 'loading' | 'failed'
}) {
  const display = describeUsage(usage)
  switch (display.state) {
    case 'loading':
      return <Skeleton height={44} aria-hidden="true" />
    case 'unlimited':
      return (
        <Alert color="green" title={words.unlimited}>
          {words.unlimitedNext[kind]}
        </Alert>
      )
    case 'limit_reached':
      return (
        <Alert color="red" title={words.limitReached}>
          {words.limitReachedNext[kind]}
        </Alert>
      )
    case 'data_error':
      return (
        <Alert color="yellow" title={words.dataIssue}>
          {words.dataIssueNext}
        </Alert>
      )
    case 'normal':
      return (
        <div>
          <Group justify="space-between" gap="xs" mb={6}>
            <Text size="sm" fw={500}>
              {words.kinds[kind]}
            </Text>
            <Text size="sm" c="dimmed">
              {words.used({ used: display.used, total: display.total })}
            </Text>
          </Group>
          <Progress
            value={display.percent}
            aria-label={`${words.kinds[kind]}: ${words.used({ used: display.used, total: display.total })}`}
          />
        </div>
      )
  }
}
