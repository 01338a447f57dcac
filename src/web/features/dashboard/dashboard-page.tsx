import { Tabs } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/dashboard.ts'
import { usageQuery } from '../../api/account.ts'
import { pickFirstWord, useSession } from '../../api/session-state.ts'
import { makeHistoryQuery } from '../../api/verifications.ts'
import { LoadingCard } from '../../shared/ui/cards.tsx'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { PageTabs } from '../../shared/ui/page-tabs.tsx'
import { useLiveVerifications } from '../live/index.ts'
import { PlanCard } from '../plans/index.ts'
import { FeatureCards, RecentActivity, UnverifiedEmail, WaitingRequests } from './dashboard-cards.tsx'
import classes from './dashboard-page.module.css'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** The actions, the recent activity, and the rest of the month's allowance. */
export default function DashboardPage() {
  const { user } = useSession()
  const isPlanShown = useDelay(planTimersMs.cardDelay)
  useLiveVerifications()
  const history = useInfiniteQuery(makeHistoryQuery(null))
  const usage = useQuery({ ...usageQuery, refetchOnWindowFocus: false })
  if (!user) return null
  // Waiting requests are shown above the cards, and the month's usage decides the content of the cards.
  const isLoading = !history.isFetched || !usage.isFetched
  return (
    <>
      <PageHeading lead={words.lead}>{writeGreeting(pickFirstWord(user.fullName))}</PageHeading>
      {user.emailVerified ? null : <UnverifiedEmail user={user} />}
      <div className={classes['columns']}>
        <div>
          <WaitingRequests />
          <PageTabs defaultValue="features" keepMounted={false}>
            <Tabs.List mb="lg">
              <Tabs.Tab value="features" disabled={isLoading}>
                {words.features}
              </Tabs.Tab>
              <Tabs.Tab value="recent" disabled={isLoading}>
                {words.recent}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="features">
              {isLoading ? <LoadingCard words={words.loading} /> : <FeatureCards />}
            </Tabs.Panel>
            <Tabs.Panel value="recent">
              <RecentActivity />
            </Tabs.Panel>
          </PageTabs>
        </div>
        <div className={classes['plan']} hidden={isLoading}>
          {isPlanShown ? <PlanCard /> : null}
        </div>
      </div>
    </>
  )
}

export function writeGreeting(name: string): string {
  return name ? words.greeting({ name }) : words.greetingUnnamed
}

function useDelay(delayMs: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isOver
}
