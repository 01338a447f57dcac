/** The credentials that a proof of age may come from, by their document type (ISO/IEC 18013-5; EU age verification profile). */
export const credentialTypes = ['org.iso.18013.5.1.mDL', 'eu.europa.ec.av.1'] as const
export type CredentialType = (typeof credentialTypes)[number]

/** The only thing that is asked of either. */
export const askedElement = 'age_over_18'

/** Where that element stands in each. */
export const namespaceOf: Record<CredentialType, string> = {
  'org.iso.18013.5.1.mDL': 'org.iso.18013.5.1',
  'eu.europa.ec.av.1': 'eu.europa.ec.av.1',
}
