import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Subscription } from '../../../contract/plan.ts'
import offerWords from '../../../words/en/offers.ts'
import allWords from '../../../words/en/plans.ts'

const words = allWords.plans

/** What choosing a plan means for this person: a new subscription, a change of one, or first of all signing in. */
export function PlanBanner({
  subscription,
  isSignedIn,
}: {
  subscription: Subscription | undefined
  isSignedIn: boolean
}) {
  if (!isSignedIn)
    return (
      <Alert color="yellow" title={words.loginTitle}>
        <Text>{words.loginText}</Text>
        <Anchor component={Link} to="/login">
          {words.login}
        </Anchor>
      </Alert>
    )
  if (!subscription) return null
  const { standing, tier, canManageBilling } = subscription
  switch (standing) {
    case 'active':
    case 'ending':
      return (
        <Alert color="green" title={words.currentTitle}>
          {canManageBilling
            ? `${words.currentText({ plan: offerWords.tiers[tier] })} ${words.changeText}`
            : words.grantedText({ plan: offerWords.tiers[tier] })}
        </Alert>
      )
    case 'none':
    case 'ended':
    case 'refused':
      return <Alert title={words.noneTitle}>{words.noneText}</Alert>
    // The card says what is to be said.
    case 'pending':
    case 'overdue':
      return null
  }
}
