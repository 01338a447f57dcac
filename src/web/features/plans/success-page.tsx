import { Alert, Button, Card, Group, Loader, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { productName } from '../../../domain/product.ts'
import offerWords from '../../../words/en/offers.ts'
import planWords from '../../../words/en/own-plan.ts'
import allWords from '../../../words/en/plans.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import classes from './actions.module.css'
import { type Activation, isProcessing, isSpent, isTakingLonger, useActivation } from './use-activation.ts'
import { useRest } from './use-plan.tsx'

const words = allWords.success

export function meta() {
  return [{ title: `${words.pageTitle} · ${productName}` }]
}

/** The payment page returns here after paying. Waits until the plan is in force; the person may leave earlier. */
export default function SuccessPage() {
  const { activation, refreshByHand, isRefreshing, isLocked, restMs } = useActivation()
  const rest = useRest({
    isLocked: isLocked || activation.tier !== null,
    restMs,
    onPress: () => void refreshByHand(),
  })
  const { isRefused, isNothingBought } = activation
  return (
    <>
      {isRefused ? (
        <PageHeading lead={planWords.refusedNext}>{planWords.refused}</PageHeading>
      ) : isNothingBought ? (
        <PageHeading lead={words.nothingBoughtNext}>{words.nothingBought}</PageHeading>
      ) : (
        <PageHeading lead={words.thanks}>{words.title}</PageHeading>
      )}
      <Stack maw="48rem" gap="lg" mb="lg">
        {isRefused || isNothingBought ? null : (
          <Card>
            <Progress activation={activation} />
          </Card>
        )}
        {isProcessing(activation) ? (
          <Alert mod="request" title={planWords.processing}>
            {words.processingBanner}
          </Alert>
        ) : null}
        {isTakingLonger(activation) ? (
          <Alert role="status" title={words.longer}>
            {words.longerText}
          </Alert>
        ) : null}
      </Stack>
      <div className={classes['actions']}>
        <Button component={Link} to="/dashboard">
          {words.dashboard}
        </Button>
        <Button variant="default" {...rest.button}>
          {isRefreshing ? words.refreshing : words.refresh}
        </Button>
        {rest.description}
        <Button component={Link} to="/subscription" variant="default">
          {words.details}
        </Button>
      </div>
    </>
  )
}

function Progress({ activation }: { activation: Activation }) {
  if (activation.tier !== null)
    return (
      <Group wrap="nowrap" role="status">
        <IconCircleCheck size={28} stroke={1.6} aria-hidden="true" />
        <Text>{words.active({ plan: offerWords.tiers[activation.tier] })}</Text>
      </Group>
    )
  if (isSpent(activation)) return <Text role="status">{planWords.processingNext}</Text>
  return (
    <Group wrap="nowrap" role="status">
      <Loader size="sm" aria-hidden="true" />
      <Text>{words.activating}</Text>
    </Group>
  )
}
