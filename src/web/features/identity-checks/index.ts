import { lazyPart } from '../../shared/ui/lazy-part.tsx'

/** A check of document and face by the operator's provider, downloaded where it is first shown. */
export const IdentityCheckField = lazyPart(() => import('./identity-check-field.tsx'))
