import { lazy } from 'react'

/** A check of document and face by the operator's provider, downloaded where it is first shown. */
export const IdentityCheckField = lazy(() => import('./identity-check-field.tsx'))
