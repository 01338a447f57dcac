import type { VerificationKind } from '../../../domain/verification/kind.ts'

const kinds: Record<VerificationKind, string> = { age: 'Age verifications', person: 'Person verifications' }

/** The words of a person's plan and of what is left of it (document 1, sections 4 and 8). */
export const planWords = {
  title: 'Your plan',
  plan: (name: string) => `${name} plan`,
  thisMonth: 'This month',
  kinds,
  loading: 'Checking subscription status...',
  unlimited: 'Unlimited',
  unlimitedNext: (kind: VerificationKind) => `${kinds[kind]} without a monthly limit.`,
  limitReached: 'Limit Reached',
  limitReachedNext: (kind: VerificationKind) =>
    `You've used all your ${kind} verifications for this month. Upgrade your plan to continue using this feature.`,
  used: (used: number, total: number) => `${used} / ${total} used`,
  dataIssue: 'Subscription Data Issue',
  dataIssueNext:
    'There was a problem loading your subscription data. Please refresh the page or contact support.',
  pending: 'Subscription Pending',
  pendingNext: 'Your subscription is being processed',
  pendingWait: 'Processing payment, please wait...',
  processing: 'Subscription Processing',
  processingNext: 'Your subscription is being processed. Please check back in a few minutes.',
  viewPlans: 'View Plans',
  upgrade: 'Upgrade Plan',
  manage: 'Manage subscription',
  refresh: 'Refresh subscription',
  refreshed: 'Subscription Refreshed',
  refreshedNext: 'Your subscription status has been updated.',
  refreshFailed: 'Refresh Failed',
  refreshFailedNext: 'There was a problem updating your subscription status.',
} as const
