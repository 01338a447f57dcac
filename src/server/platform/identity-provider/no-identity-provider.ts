import { type IdentityProvider, IdentityProviderUnavailable } from './identity-provider.ts'

async function rejectAsUnavailable(): Promise<never> {
  throw new IdentityProviderUnavailable('no identity provider is configured')
}

/** Where no provider is asked, which is everywhere unless an operator decides otherwise. */
export const noIdentityProvider: IdentityProvider = {
  name: null,
  start: rejectAsUnavailable,
  collect: rejectAsUnavailable,
  erase: rejectAsUnavailable,
  parseNotice: () => null,
}
