import { tierNames } from '../../../domain/plan/paid-plan.ts'
import type { Tier } from '../../../domain/plan/tier.ts'
import type { VerificationKind } from '../../../domain/verification/kind.ts'

/** The words of a person's plan and of what is left of it (PLAN, USAGE). */
export const planWords = {
  title: 'Your plan',
  plan: (name: string) => `${name} plan`,
  waiting: 'Waiting for the payment',
  kinds: { age: 'Age verifications', person: 'Person verifications' },
  loading: 'Checking subscription status...',
  unlimited: 'Unlimited',
  unlimitedNext: {
    age: 'Age verifications without a monthly limit.',
    person: 'Person verifications without a monthly limit.',
  },
  limitReached: 'Limit Reached',
  limitReachedNext: {
    age: "You've used all your age verifications for this month. Upgrade your plan to continue using this feature.",
    person:
      "You've used all your person verifications for this month. Upgrade your plan to continue using this feature.",
  },
  used: (used: number, total: number) => `${used} / ${total} used`,
  dataIssue: 'Subscription Data Issue',
  dataIssueNext:
    'There was a problem loading your subscription data. Please refresh the page or contact support.',
  pending: 'Subscription Pending',
  pendingPlan: (plan: string) => `You chose the ${plan} plan.`,
  pendingNext: 'Your subscription is being processed',
  pendingWait: 'Processing payment, please wait...',
  processing: 'Subscription Processing',
  processingNext: 'Your subscription is being processed. Please check back in a few minutes.',
  renews: (day: string) => `Renews on ${day}.`,
  ends: (day: string) => `Ends on ${day} and does not renew. Until then everything stays as it is.`,
  endedPlan: (plan: string) => `Your ${plan} plan has ended. You are on the Free plan again.`,
  overdue: 'Payment failed',
  overdueNext:
    'Your last payment did not go through, so the Free plan applies until it does. Manage billing lets you use another card.',
  refused: 'Payment not accepted',
  refusedNext:
    'The payment was refused. Nothing was bought and nothing was charged. Choose a plan to try again.',
  countedSince: (day: string) => `Counted since ${day}.`,
  everyCreationCounts: 'Every verification you create counts, whatever becomes of it.',
  viewPlans: 'View Plans',
  subscribeNow: 'Subscribe Now',
  subscribeTo: (name: string, price: string, period: string) => `${name}, ${price} ${period}`,
  processingButton: 'Processing...',
  manage: 'Manage subscription',
  manageBilling: 'Manage billing',
  billingError: 'Billing Error',
  billingErrorNext: 'There was a problem connecting to our payment service. Please try again later.',
  initiating: 'Initiating checkout',
  redirecting: 'Redirecting to checkout',
  redirectingNext: "You'll be redirected to our secure payment page.",
  checkoutError: 'Checkout Error',
  loginRequired: 'Authentication required',
  loginRequiredNext: 'You need to be logged in to subscribe to a plan.',
  loadError: 'Subscription Error',
  loadErrorNext: 'There was an error loading your subscription data.',
  tryAgain: 'Try again',
  refresh: 'Refresh subscription',
  rests: (seconds: number) => `Can be pressed again ${seconds} seconds after the last reading.`,
  refreshing: 'Refreshing your subscription',
  refreshed: 'Subscription Refreshed',
  refreshedNext: 'Your subscription status has been updated.',
  refreshFailed: 'Refresh Failed',
  refreshFailedNext: 'There was a problem updating your subscription status.',
  quietRefreshFailed: 'Subscription Refresh Error',
} as const
