import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { productName } from '../../../domain/product.ts'
import allWords from '../../../words/en/plans.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import classes from './actions.module.css'
import { begunCheckout } from './use-plan.tsx'

const words = allWords.cancel

export function meta() {
  return [{ title: `${words.pageTitle} · ${productName}` }]
}

/** The payment page returns here when it is left without paying. Other visitors are told that nothing was cancelled. */
export default function CancelPage() {
  const [isCancelled] = useState(begunCheckout.isNoted)
  useEffect(() => {
    if (isCancelled) showToast({ kind: 'info', title: words.toast, description: words.toastNext })
  }, [isCancelled])
  return (
    <Stack maw="48rem">
      <PageHeading lead={isCancelled ? words.text : words.noneText}>
        {isCancelled ? words.title : words.noneTitle}
      </PageHeading>
      <div className={classes['actions']}>
        <Button component={Link} to="/subscription">
          {words.plans}
        </Button>
        <Button component={Link} to="/dashboard" variant="default">
          {words.dashboard}
        </Button>
      </div>
    </Stack>
  )
}
