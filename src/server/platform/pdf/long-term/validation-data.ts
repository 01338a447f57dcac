/** What somebody needs years later to judge a signature: certificates, and what their authorities said of them then. DER each. */
export type ValidationData = {
  certificates: readonly Uint8Array[]
  /** OCSPResponse (RFC 6960, 4.2.1). */
  ocsps: readonly Uint8Array[]
  /** CertificateList (RFC 5280, 5.1). */
  crls: readonly Uint8Array[]
}

/** The names that they have in a document security store (ISO 32000-2, 12.8.4.3), in the order in which they are written. */
export const storeKeys = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const

export const storeParts = ['certificates', 'ocsps', 'crls'] as const

export const noValidationData: ValidationData = { certificates: [], ocsps: [], crls: [] }

export function isEmpty(data: ValidationData): boolean {
  return storeParts.every((part) => data[part].length === 0)
}
