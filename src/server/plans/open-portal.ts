import type { PortalAnswer } from '../../contract/subscription.ts'
import { toOwnUrl } from '../http/own-url.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { customerUnknown, PaymentsUnavailable } from '../platform/payments/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findCustomer, noteDeparture } from './store.ts'

/** The provider's page on which a user changes card and plan, reads invoices and cancels. */
export async function openPortal(
  platform: Platform,
  userId: string,
  returnUrl: string,
): Promise<PortalAnswer | Refusal> {
  if (!toOwnUrl(platform.settings.publicUrl, returnUrl)) return refuse('return_url_foreign')
  const customer = await findCustomer(platform.database, userId)
  if (!customer) return refuse('billing_unavailable')
  try {
    const portal = await platform.payments.createPortal({ customerId: customer.customerId, returnUrl })
    if (portal === customerUnknown) return refuse('billing_unavailable')
    await noteDeparture(platform.database, customer.customerId)
    return portal.url ? { url: portal.url } : refuse('payments_unavailable')
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return refuse('payments_unavailable')
    throw error
  }
}
