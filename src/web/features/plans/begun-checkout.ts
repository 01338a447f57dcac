import { tabStorage } from '../../shared/forms/tab-storage.ts'

const key = 'checkout-begun'

/** Whether this tab went to the payment page, so that who comes back is told of what they did and a mere visitor is not. */
export const begunCheckout = {
  note: () => tabStorage.write(key, true),
  isNoted: () => tabStorage.read(key) === true,
  /** It has ended otherwise. */
  forget: () => tabStorage.drop(key),
}
