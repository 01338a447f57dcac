import Stripe from 'stripe'
import { customerUnknown, PaymentsUnavailable } from './payments.ts'

/** Every failure of the provider as one kind of error; a mistake of ours stays what it is. */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new PaymentsUnavailable(`${error.type} ${error.code ?? ''}`.trim(), { cause: error })
    throw error
  }
}

/** The same, for a question about a customer, whom the provider may not know. */
export async function askAboutCustomer<T>(ask: () => Promise<T>): Promise<T | typeof customerUnknown> {
  return askStripe(async () => {
    try {
      return await ask()
    } catch (error) {
      if (
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        error.code === 'resource_missing' &&
        error.param === 'customer'
      )
        return customerUnknown
      throw error
    }
  })
}
