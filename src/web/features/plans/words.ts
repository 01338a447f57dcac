import { tierNames } from '../../../domain/plan/paid-plan.ts'
import type { Tier } from '../../../domain/plan/tier.ts'

/** The words of the plan pages (PLAN, PAY). */
export const words = {
  plans: {
    pageTitle: 'Subscription',
    title: 'Choose Your Plan',
    lead: 'Every paid plan includes access to and download of verified documents.',
    fileSize: (megabytes: number) => `Files up to ${megabytes} MB`,
    documents: 'Access to and download of verified documents',
    recommended: 'Recommended',
    current: 'Current plan',
    choose: (name: string) => `Choose ${name}`,
    currentTitle: 'Your current plan',
    currentText: (plan: string) => `You are on the ${plan} plan.`,
    grantedText: (plan: string) =>
      `You are on the ${plan} plan, which was set up for you. Contact support to change it.`,
    changeText:
      'Choosing another plan lets you confirm the change first; what is left of the paid period is taken off the price.',
    noneTitle: 'No active subscription',
    noneText: 'You are on the Free plan: one age and one person verification per month.',
    loginTitle: 'Authentication required',
    loginText: 'You need to be logged in to subscribe to a plan.',
    login: 'Log in',
    priceError: 'The plans cannot be bought right now',
    priceErrorText: 'There was a problem connecting to our payment service. Please try again later.',
    tryAgain: 'Try again',
    simulated: 'Payments are simulated here: no money moves, and no real card is needed.',
    footnote:
      'Prices in pounds sterling. A plan renews until you cancel it; then it lasts to the end of the period that is paid.',
    back: 'Back to Dashboard',
  },
  success: {
    pageTitle: 'Subscription successful',
    title: 'Subscription Successful!',
    thanks: 'Thank you for choosing a plan.',
    nothingBought: 'Nothing was bought',
    nothingBoughtNext:
      'There is no purchase of yours to wait for, and nothing was charged. If you have just paid, refresh the status in a moment.',
    activating: 'Activating your subscription...',
    active: (plan: string) => `Your ${plan} plan is active. Taking you to the dashboard...`,
    activated: 'Subscription activated',
    activatedNext: (plan: string) => `Thank you for subscribing! Your ${plan} plan is now active.`,
    processing: 'Subscription Processing',
    processingNext: 'Your subscription is being processed. Please check back in a few minutes.',
    processingBanner:
      'Your payment is still being confirmed. You can go on: the plan becomes active by itself as soon as it is.',
    longer: 'Taking longer than expected?',
    longerText: 'Refresh the status, or look again in a few minutes. You will not be charged twice.',
    dashboard: 'Go to Dashboard',
    refresh: 'Refresh Subscription Status',
    refreshing: 'Refreshing...',
    details: 'View Subscription Details',
    nowActive: 'Subscription Active',
    nowActiveNext: (plan: string) => `Your ${plan} plan is now active.`,
    stillProcessing: 'Still Processing',
    stillProcessingNext: 'Your subscription is still being processed. We will keep checking.',
    refreshError: 'Refresh Error',
    refreshErrorNext: 'There was a problem updating your subscription status.',
  },
  cancel: {
    pageTitle: 'Checkout',
    title: 'Checkout Cancelled',
    text: 'Nothing was bought and nothing was charged. Your plan is as it was.',
    noneTitle: 'No checkout to cancel',
    noneText: 'None was begun in this tab, so nothing was cancelled here. Your plan is as it was.',
    toast: 'Checkout cancelled',
    toastNext: 'Your subscription checkout was cancelled.',
    plans: 'View Plans',
    dashboard: 'Back to Dashboard',
  },
} as const
