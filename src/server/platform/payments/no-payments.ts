import { type Payments, PaymentsUnavailable } from './payments.ts'

async function unavailable(): Promise<never> {
  throw new PaymentsUnavailable('no payment provider is configured')
}

/** Where nobody can pay: production without a key. Every question is answered as an outage, and no webhook is believed. */
export const noPayments: Payments = {
  simulated: false,
  prices: { monthly: 'none_monthly', sixmonth: 'none_sixmonth', annual: 'none_annual' },
  createCustomer: unavailable,
  createCheckout: unavailable,
  closeCheckout: unavailable,
  createPortal: unavailable,
  listSubscriptions: unavailable,
  endWithPeriod: unavailable,
  deleteCustomer: unavailable,
  readNotice: () => null,
  noticesSince: async () => [],
}
