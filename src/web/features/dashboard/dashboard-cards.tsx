import { Alert, Anchor, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconRosetteDiscountCheck, IconUserCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Usage } from '../../../contract/plan.ts'
import type { VerificationSummary } from '../../../contract/verification.ts'
import { isOpen, usageAction, type VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/dashboard.ts'
import frameWords from '../../../words/en/frame.ts'
import { usageQuery } from '../../api/account.ts'
import type { SessionUser } from '../../api/session-state.ts'
import { makeHistoryQuery, recentVerificationsQuery, writeVerificationPath } from '../../api/verifications.ts'
import { ResendConfirmation } from '../../shared/resend-confirmation.tsx'
import { describeDay, describeNextMonthStart, Moment } from '../../shared/time/moment.tsx'
import { EmptyState, LoadingCard } from '../../shared/ui/cards.tsx'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { WithAddresses } from '../../shared/ui/with-addresses.tsx'
import classes from './dashboard-cards.module.css'

const cards = [
  { kind: 'age', to: '/age-confirmation', Icon: IconRosetteDiscountCheck },
  { kind: 'person', to: '/person-verification', Icon: IconUserCheck },
] as const

/**
 * The two kinds of verification to create, each with its link, or with the date of the next one when the month's
 * allowance is used up.
 */
export function FeatureCards() {
  const { data: usage } = useQuery({ ...usageQuery, refetchOnWindowFocus: false })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {cards.map(({ kind, to, Icon }) => {
        const { title, text } = words.cards[kind]
        const titleId = `feature-${kind}`
        return (
          <Card key={to} className={classes['card']}>
            <span className={classes['icon']}>
              <Icon size={26} stroke={1.5} aria-hidden="true" />
            </span>
            <Title order={2} size="h3" mt="md" id={titleId}>
              {title}
            </Title>
            <Text c="dimmed" mt="xs" mb="lg" flex={1}>
              {text}
            </Text>
            {usage && isSpent(usage, kind) ? (
              <>
                <Text size="sm" mb="sm">
                  {words.spent({ day: describeDay(describeNextMonthStart(new Date())) })}
                </Text>
                <Button component={Link} to="/subscription" variant="default" aria-describedby={titleId}>
                  {words.viewPlans}
                </Button>
              </>
            ) : (
              <Button component={Link} to={to} aria-describedby={titleId}>
                {words.getStarted}
              </Button>
            )}
          </Card>
        )
      })}
    </SimpleGrid>
  )
}

/**
 * Whether the month's allowance of a kind is used up. A pending payment is a different case, which the wizard explains.
 */
function isSpent({ tier, ...usage }: Usage, kind: VerificationKind): boolean {
  const { unlimited, remaining } = usage[usageAction[kind]]
  return tier !== 'pending' && !unlimited && (remaining ?? 0) <= 0
}

const mostWaiting = 3

/** The person's latest unanswered requests, each with its link (HOME-9). */
export function WaitingRequests() {
  const { data } = useInfiniteQuery(makeHistoryQuery(null))
  const waiting =
    data?.pages[0]?.items.filter(({ role, status }) => role === 'creator' && isOpen(status)) ?? []
  if (waiting.length === 0) return null
  return (
    <section className={classes['waiting']}>
      <Title order={2} size="h3">
        {words.waiting}
      </Title>
      <ul className={classes['list']}>
        {waiting.slice(0, mostWaiting).map((item) => (
          <li key={item.id}>
            <Anchor component={Link} to={writeVerificationPath(item)} mod="standalone">
              <span>
                <bdi>{item.thirdPartyName}</bdi>
              </span>
            </Anchor>
            <Text size="sm" c="dimmed">
              {words.since} <Moment at={item.createdAt} />
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

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
        {frameWords.failure.connection}
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
  // The specified addresses: an age item opens the owner view, a person item the page of its link.
  const to = type === 'person' && !isAsked ? `/verify/${id}?type=person` : writeVerificationPath(item)
  const nameId = `recent-${id}`
  return (
    <li className={classes['item']}>
      <Stack gap={2} className={classes['words'] ?? ''}>
        <Text fw={600} id={nameId} className={classes['name'] ?? ''}>
          <bdi>{item.detailsErasedAt ? words.erased : isAsked ? item.fullName : item.thirdPartyName}</bdi>
        </Text>
        <Text size="sm" c="dimmed" className={classes['about'] ?? ''}>
          <span>{isAsked ? words.asked[type] : words.kinds[type]}</span> <Moment at={createdAt} />
        </Text>
      </Stack>
      <Group gap="sm" wrap="nowrap">
        <StatusBadge status={status} ageStep={item.thirdPartyAgeStep} validUntil={item.validUntil} />
        <Button component={Link} to={to} variant="default" size="sm" aria-describedby={nameId}>
          {words.view}
        </Button>
      </Group>
    </li>
  )
}

/** Shown until the address is confirmed; can send the confirmation mail again. */
export function UnverifiedEmail({ user }: { user: SessionUser }) {
  return (
    <Alert mod="request" title={words.unverified} mb="xl" role="status">
      <Group justify="space-between" gap="md">
        <Text inherit flex="1 1 18rem">
          <WithAddresses>{words.unverifiedNext({ email: user.email })}</WithAddresses>
        </Text>
        <ResendConfirmation email={user.email} />
      </Group>
    </Alert>
  )
}
