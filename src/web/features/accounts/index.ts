import { lazyPart } from '../../shared/ui/lazy-part.tsx'

export { PasskeyOffer } from './passkey-offer.tsx'

/** Its code is fetched only where it is shown. */
export const ThirdPartyAccount = lazyPart(() => import('./third-party-account.tsx'))
