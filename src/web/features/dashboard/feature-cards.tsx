import { Button, Card, SimpleGrid, Text, Title } from '@mantine/core'
import { IconRosetteDiscountCheck, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Usage } from '../../../contract/plan.ts'
import { usageAction, type VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/dashboard.ts'
import { usageQuery } from '../../api/usage.ts'
import { describeDay } from '../../shared/time/moment.tsx'
import { describeNextMonthStart } from '../../shared/time/next-month.ts'
import classes from './feature-cards.module.css'

const cards = [
  { kind: 'age', to: '/age-confirmation', Icon: IconRosetteDiscountCheck },
  { kind: 'person', to: '/person-verification', Icon: IconUserCheck },
] as const

/** The two things one can begin here, each with the way there, or where the month is spent with when the next one comes. */
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

/** Whether none of a kind is left this month. While a payment is pending that is another matter, which the wizard explains. */
function isSpent({ tier, ...usage }: Usage, kind: VerificationKind): boolean {
  const { unlimited, remaining } = usage[usageAction[kind]]
  return tier !== 'pending' && !unlimited && (remaining ?? 0) <= 0
}
