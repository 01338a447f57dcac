import { useEffect, useState } from 'react'
import { planTimersMs } from '../../../domain/plan/retry-schedule.ts'
import words from '../../../words/en/own-plan.ts'
import { CheckoutFailure, createCheckoutSession } from '../../api/subscription.ts'
import { useStillHere } from '../../shared/steps/use-still-here.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { begunCheckout } from './begun-checkout.ts'
import { useLock } from './use-lock.ts'

/**
 * Sends the browser to the payment page of a price. While that is under way every button of it is locked, for 10 s at most, or until an
 * error (PAY-3, PAY-4). `busyButton` names the one that was pressed.
 */
export function useCheckout() {
  const { isLocked, hold, release } = useLock()
  const [button, setButton] = useState<string | null>(null)
  const isStillHere = useStillHere()

  // Somebody who comes back by the browser's Back finds the page as it was left: open it again.
  useEffect(() => {
    const reopen = (event: PageTransitionEvent) => {
      if (event.persisted) release()
    }
    window.addEventListener('pageshow', reopen)
    return () => window.removeEventListener('pageshow', reopen)
  }, [release])

  async function start(priceId: string, pressed: string) {
    if (isLocked) return
    hold(planTimersMs.checkoutLock)
    setButton(pressed)
    showToast({ kind: 'success', title: words.initiating })
    try {
      const url = await createCheckoutSession(priceId)
      if (!isStillHere()) return
      showToast({ kind: 'success', title: words.redirecting, description: words.redirectingNext })
      begunCheckout.note()
      window.location.assign(url)
    } catch (failure) {
      release()
      if (!(failure instanceof CheckoutFailure)) throw failure
      if (failure.reason === 'signed-out')
        showToast({ kind: 'error', title: words.loginRequired, description: words.loginRequiredNext })
      else showToast({ kind: 'error', title: words.checkoutError, description: failure.message })
    }
  }
  return { start, isLocked, busyButton: isLocked ? button : null }
}
