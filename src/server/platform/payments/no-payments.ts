import { type Payments, PaymentsUnavailable } from './payments.ts'

async function rejectAsUnavailable(): Promise<never> {
  throw new PaymentsUnavailable('no payment provider is configured')
}

/** Where nobody can pay: production without a key. Every question is answered as an outage, and no webhook is believed. */
export const noPayments: Payments = {
  simulated: false,
  prices: { monthly: 'none_monthly', sixmonth: 'none_sixmonth', annual: 'none_annual' },
  createCustomer: rejectAsUnavailable,
  createCheckout: rejectAsUnavailable,
  closeCheckout: rejectAsUnavailable,
  createPortal: rejectAsUnavailable,
  listSubscriptions: rejectAsUnavailable,
  endWithPeriod: rejectAsUnavailable,
  deleteCustomer: rejectAsUnavailable,
  parseNotice: () => null,
  listNoticesSince: async () => [],
}
