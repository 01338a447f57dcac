import type { CheckoutRequest, PortalAnswer } from '../../contract/plan.ts'
import { type PaidTier, paidTiers } from '../../domain/plan/paid-plan.ts'
import { judgeStanding, type SubscriptionRow } from '../../domain/plan/subscription.ts'
import { type Account, queueForUser } from '../accounts/index.ts'
import { toOwnUrl } from '../http/origin.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { customerUnknown, type Payments, PaymentsUnavailable } from '../platform/payments/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  findCustomer,
  findSubscription,
  forgetCustomer,
  isOurCustomer,
  keepCustomer,
  markOutdated,
  replaceCheckout,
} from './store.ts'
import { closeCheckoutJob, deleteCustomerJob, syncSubscription } from './sync-subscription.ts'

/** Requests for the same plan within this time open the same page; the button is locked for as long. */
const sameCheckoutMs = 10_000

/**
 * The URL for a person who chose a plan: the provider's checkout or, while they have a running subscription, the
 * billing portal, at the confirmation of the change. Prevents paying for two subscriptions: the provider is asked
 * first, and at most one checkout per person is open, the newest.
 */
export async function createCheckout(
  platform: Platform,
  account: Account,
  request: CheckoutRequest,
): Promise<{ url: string } | Refusal> {
  const { payments, settings, database } = platform
  const tier = findPaidTier(payments, request.priceId)
  if (!tier) return refuse('price_unknown')
  if (![request.successUrl, request.cancelUrl].every((url) => toOwnUrl(settings.publicUrl, url)))
    return refuse('return_url_foreign')
  try {
    const customer = await findCustomer(database, account.id)
    if (customer) await syncSubscription(platform, customer.customerId)
    const row = await findSubscription(database, account.id)
    switch (judgeStanding(row)) {
      case 'pending':
        return refuse('subscription_pending')
      case 'active':
      case 'ending':
      case 'overdue':
        return await openPlanChange(platform, customer?.customerId ?? null, row, tier, request)
      default:
        return await openCheckout(platform, account, request)
    }
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return refuse('payments_unavailable')
    throw error
  }
}

/** The tier of a plan, by the provider's id of its price. */
function findPaidTier({ prices }: Payments, priceId: string): PaidTier | null {
  return paidTiers.find((tier) => prices[tier] === priceId) ?? null
}

/** Opens the portal: at the confirmation of another plan, or where a failing card is replaced. */
async function openPlanChange(
  { payments, database }: Platform,
  customerId: string | null,
  row: SubscriptionRow | null,
  tier: PaidTier,
  request: CheckoutRequest,
): Promise<{ url: string } | Refusal> {
  const isChange = row !== null && row.status === 'active' && row.tier !== tier
  const isSame = row?.status === 'active' && row.tier === tier
  if (!row?.providerId || !customerId || isSame) return refuse('already_subscribed')
  const portal = await payments.createPortal({
    customerId,
    returnUrl: request.cancelUrl,
    ...(isChange
      ? {
          change: {
            subscriptionId: row.providerId,
            priceId: request.priceId,
            afterUrl: request.successUrl,
          },
        }
      : {}),
  })
  await markOutdated(database, customerId)
  return portal === customerUnknown || !portal.url ? refuse('payments_unavailable') : { url: portal.url }
}

async function openCheckout(
  platform: Platform,
  account: Account,
  request: CheckoutRequest,
): Promise<{ url: string } | Refusal> {
  const { payments, database, clock } = platform
  const span = Math.floor(clock.now().getTime() / sameCheckoutMs)
  let unknownCustomer = ''
  for (const attempt of ['first', 'again'] as const) {
    const customerId = await ensureCustomer(platform, account, unknownCustomer)
    if (typeof customerId !== 'string') return customerId
    const checkout = await payments.createCheckout({
      ...request,
      customerId,
      userId: account.id,
      idempotencyKey: hashParts('checkout', customerId, JSON.stringify(request), String(span), attempt),
    })
    // Deleted at the provider, or of another account: a person without a running subscription can become a new
    // customer.
    if (checkout === customerUnknown) {
      await forgetCustomer(database, customerId)
      unknownCustomer = customerId
    } else if (checkout.isOpen) {
      const noted = await noteCheckout(platform, account.id, { customerId, checkoutId: checkout.id })
      if ('refused' in noted) return noted
      if (noted.before !== null && noted.before !== checkout.id) await payments.closeCheckout(noted.before)
      if (checkout.url) return { url: checkout.url }
    }
  }
  return refuse('payments_unavailable')
}

/** Makes a checkout the customer's newest. For an account closed in the meantime, the checkout is closed too. */
function noteCheckout(
  { database, jobs }: Platform,
  userId: string,
  { customerId, checkoutId }: { customerId: string; checkoutId: string },
): Promise<{ before: string | null } | Refusal> {
  return database.transaction(async (tx) => {
    if (!(await queueForUser(tx, userId))) {
      await jobs.enqueue(tx, closeCheckoutJob, { checkoutId })
      return refuse('checkout_authentication_required')
    }
    const before = await replaceCheckout(tx, customerId, checkoutId)
    await markOutdated(tx, customerId)
    return { before }
  })
}

/**
 * The account's customer, created if there is none; `instead` of an id that the provider doesn't know. A customer
 * created for an account closed in the meantime is deleted at the provider again.
 */
async function ensureCustomer(
  { payments, database, clock, jobs }: Platform,
  account: Account,
  instead: string,
): Promise<string | Refusal> {
  const known = await findCustomer(database, account.id)
  if (known) return known.customerId
  const { id } = await payments.createCustomer({
    userId: account.id,
    email: account.email,
    idempotencyKey: hashParts('customer', account.id, account.email, instead),
  })
  return database.transaction(async (tx) => {
    if (await queueForUser(tx, account.id)) return keepCustomer(tx, account.id, id, clock.now())
    if (!(await isOurCustomer(tx, id))) await jobs.enqueue(tx, deleteCustomerJob, { customerId: id })
    return refuse('checkout_authentication_required')
  })
}

function hashParts(...parts: string[]): string {
  return hashHex(JSON.stringify(parts))
}

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
    await markOutdated(platform.database, customer.customerId)
    return portal.url ? { url: portal.url } : refuse('payments_unavailable')
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return refuse('payments_unavailable')
    throw error
  }
}
