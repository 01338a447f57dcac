import { lazy } from 'react'

export { PasskeyOffer } from './passkey-offer.tsx'

/** Its code is fetched only where it is shown. */
export const ThirdPartyAccount = lazy(() => import('./third-party-account.tsx'))
