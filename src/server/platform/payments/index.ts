export { noPayments } from './no-payments.ts'
export {
  customerUnknown,
  type PaymentNotice,
  type Payments,
  PaymentsUnavailable,
} from './payments.ts'
export { createStripeIdentity } from './stripe-identity.ts'
export { createStripePayments, type StripePaymentsOptions } from './stripe-payments.ts'
