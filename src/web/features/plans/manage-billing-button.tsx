import { Button, type ButtonProps } from '@mantine/core'
import { planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import words from '../../../words/en/own-plan.ts'
import { sendAuthorisedRequest } from '../../api/authorised-request.ts'
import { RequestFailure } from '../../api/request.ts'
import { useStillHere } from '../../shared/steps/use-still-here.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { useLock } from './use-lock.ts'

/** Where the portal leads back to: the page asks the provider anew then. */
export const fromBillingPath = '/subscription?from=billing'

/** Opens the payment provider's page for the card, the invoices and the end of a plan. */
export function ManageBillingButton(props: Pick<ButtonProps, 'variant'>) {
  const { isLocked, hold, release } = useLock()
  const isStillHere = useStillHere()
  async function open() {
    hold(planTimersMs.checkoutLock)
    try {
      const returnUrl = `${window.location.origin}${fromBillingPath}`
      const { url } = await sendAuthorisedRequest('POST /api/billing-portal', { json: { returnUrl } })
      if (isStillHere()) window.location.assign(url)
    } catch (failure) {
      release()
      const says = failure instanceof RequestFailure ? failure.problem?.detail : undefined
      showToast({ kind: 'error', title: words.billingError, description: says ?? words.billingErrorNext })
    }
  }
  return (
    <Button {...props} onClick={() => void open()} disabled={isLocked}>
      {isLocked ? words.processingButton : words.manageBilling}
    </Button>
  )
}
