import { Tabs } from '@mantine/core'
import { useEffect, useState } from 'react'
import { planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/dashboard.ts'
import { pickFirstWord, useSession } from '../../api/session-state.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
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
  if (!user) return null
  return (
    <>
      <PageHeading lead={words.lead}>{writeGreeting(pickFirstWord(user.fullName))}</PageHeading>
      {user.emailVerified ? null : <UnverifiedEmail user={user} />}
      <div className={classes['columns']}>
        <div>
          <WaitingRequests />
          <Tabs defaultValue="features" keepMounted={false}>
            <Tabs.List mb="lg">
              <Tabs.Tab value="features">{words.features}</Tabs.Tab>
              <Tabs.Tab value="recent">{words.recent}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="features">
              <FeatureCards />
            </Tabs.Panel>
            <Tabs.Panel value="recent">
              <RecentActivity />
            </Tabs.Panel>
          </Tabs>
        </div>
        <div className={classes['plan']}>{isPlanShown ? <PlanCard /> : null}</div>
      </div>
    </>
  )
}

/** By the first name, where there is one. */
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
