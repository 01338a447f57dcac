import { Alert, Anchor, Badge, Button, Card, List, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Subscription } from '../../../contract/plan.ts'
import { formatPrice, type PaidPlan } from '../../../domain/plan/paid-plan.ts'
import { getTierMaxFileBytes } from '../../../domain/plan/plan-limits.ts'
import offerWords from '../../../words/en/offers.ts'
import planWords from '../../../words/en/own-plan.ts'
import allWords from '../../../words/en/plans.ts'
import { readLocale } from '../../shared/reader-locale.ts'
import { insert } from '../../shared/ui/insert.ts'
import classes from './plan-option.module.css'

const words = allWords.plans
const bytesPerMb = 1024 * 1024

/** One plan: its price, its content, and the button that buys it. */
export function PlanOption({
  plan,
  isCurrent,
  isBusy,
  isLocked,
  isPromoted,
  onChoose,
}: {
  plan: PaidPlan
  isCurrent: boolean
  isBusy: boolean
  isLocked: boolean
  isPromoted: boolean
  onChoose: () => void
}) {
  const contents = [
    offerWords.allowances[plan.tier],
    words.fileSize({ megabytes: getTierMaxFileBytes(plan.tier) / bytesPerMb }),
    words.documents,
  ]
  return (
    <Card
      component="section"
      aria-labelledby={`plan-${plan.tier}`}
      className={classes['option']}
      mod={{ promoted: isPromoted }}
    >
      <div className={classes['line']}>
        <Title order={2} size="h3" id={`plan-${plan.tier}`}>
          {offerWords.tiers[plan.tier]}
        </Title>
        {isCurrent ? (
          <Badge color="green" size="lg" tt="none">
            {words.current}
          </Badge>
        ) : plan.recommended ? (
          <Badge size="lg" tt="none">
            {words.recommended}
          </Badge>
        ) : null}
      </div>
      <p className={classes['price']}>
        {insert(offerWords.prices[plan.tier], {
          price: (
            <span className={classes['amount']}>
              {formatPrice(plan.pricePence, plan.currency, readLocale())}
            </span>
          ),
        })}
      </p>
      <Text className={classes['saving'] ?? ''}>
        {plan.tier === 'monthly' ? null : offerWords.savings[plan.tier]}
      </Text>
      <List
        className={classes['contents'] ?? ''}
        spacing="xs"
        icon={<IconCheck className={classes['tick'] ?? ''} size={18} stroke={2} aria-hidden="true" />}
      >
        {contents.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {/* The current plan isn't offered again. */}
      {isCurrent ? null : (
        <Button
          fullWidth
          variant={isPromoted ? 'filled' : 'default'}
          onClick={onChoose}
          data-disabled={isLocked}
        >
          {isBusy ? planWords.processingButton : words.choose({ name: offerWords.tiers[plan.tier] })}
        </Button>
      )}
    </Card>
  )
}

const bannerWords = allWords.plans

/** Explains the effect of choosing a plan: a new subscription, a change of one, or signing in first. */
export function PlanBanner({
  subscription,
  isSignedIn,
}: {
  subscription: Subscription | undefined
  isSignedIn: boolean
}) {
  if (!isSignedIn)
    return (
      <Alert mod="request" title={planWords.loginRequired}>
        <Text>{planWords.loginRequiredNext}</Text>
        <Anchor component={Link} to="/login">
          {bannerWords.login}
        </Anchor>
      </Alert>
    )
  if (!subscription) return null
  const { standing, tier, canManageBilling } = subscription
  switch (standing) {
    case 'active':
    case 'ending':
      return (
        <Alert color="green" title={bannerWords.currentTitle}>
          {canManageBilling
            ? `${bannerWords.currentText({ plan: offerWords.tiers[tier] })} ${bannerWords.changeText}`
            : bannerWords.grantedText({ plan: offerWords.tiers[tier] })}
        </Alert>
      )
    case 'none':
    case 'ended':
    case 'refused':
      return <Alert title={bannerWords.noneTitle}>{bannerWords.noneText}</Alert>
    // The card already explains it.
    case 'pending':
    case 'overdue':
      return null
  }
}
