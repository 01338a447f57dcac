import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { VerificationSummary } from '../../../contract/verification.ts'
import words from '../../../words/en/dashboard.ts'
import { recentVerificationsQuery } from '../../api/verifications.ts'
import { writeVerificationPath } from '../../shared/link/verification-path.ts'
import { Moment } from '../../shared/time/moment.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { LoadingCard } from '../../shared/ui/loading-card.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import classes from './recent-activity.module.css'

/** The three latest verifications, each with the way to it. */
export function RecentActivity() {
  const recent = useQuery(recentVerificationsQuery)
  if (recent.isPending) return <LoadingCard words={words.loading} />
  if (!recent.data)
    return (
      <ErrorCard
        title={words.failed}
        action={
          <Button variant="default" onClick={() => void recent.refetch()} loading={recent.isFetching}>
            {words.tryAgain}
          </Button>
        }
      >
        {words.failedNext}
      </ErrorCard>
    )
  const { items } = recent.data
  if (items.length === 0)
    return (
      <EmptyState
        title={words.noActivity}
        action={
          <Button component={Link} to="/age-confirmation" mt="sm">
            {words.start}
          </Button>
        }
      >
        {words.noActivityNext}
      </EmptyState>
    )
  return (
    <Card p={0}>
      <ul className={classes['list']}>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <Anchor component={Link} to="/history" className={classes['all'] ?? ''}>
        {words.all}
      </Anchor>
    </Card>
  )
}

function Item({ item }: { item: VerificationSummary }) {
  const { id, type, status, role, createdAt } = item
  const isAsked = role === 'third_party'
  // The specified addresses: an age item opens the owner view, a person item the page its link leads to.
  const to = type === 'person' && !isAsked ? `/verify/${id}?type=person` : writeVerificationPath(item)
  const nameId = `recent-${id}`
  return (
    <li className={classes['item']}>
      <Stack gap={2} className={classes['words'] ?? ''}>
        <Text fw={600} id={nameId} className={classes['name'] ?? ''}>
          {item.detailsErasedAt ? words.erased : isAsked ? item.fullName : item.thirdPartyName}
        </Text>
        <Text size="sm" c="dimmed" className={classes['about'] ?? ''}>
          <span>{isAsked ? words.asked[type] : words.kinds[type]}</span> <Moment at={createdAt} />
        </Text>
      </Stack>
      <Group gap="sm" wrap="nowrap">
        <StatusBadge status={status} ageStep={item.thirdPartyAgeStep} />
        <Button component={Link} to={to} variant="default" size="sm" aria-describedby={nameId}>
          {words.view}
        </Button>
      </Group>
    </li>
  )
}
