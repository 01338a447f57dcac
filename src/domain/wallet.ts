/**
 * The credentials accepted as a proof of age, by their document type (ISO/IEC 18013-5; EU age verification profile).
 */
export const credentialTypes = ['org.iso.18013.5.1.mDL', 'eu.europa.ec.av.1'] as const
export type CredentialType = (typeof credentialTypes)[number]

/** The only element that is requested from either. */
export const askedElement = 'age_over_18'

/** The namespace of that element in each credential. */
export const namespaceOf: Record<CredentialType, string> = {
  'org.iso.18013.5.1.mDL': 'org.iso.18013.5.1',
  'eu.europa.ec.av.1': 'eu.europa.ec.av.1',
}

/**
 * How a request reaches a wallet: by the browser's own dialog, by a link on the same phone, or by a QR code for another
 * phone.
 */
export const walletWays = ['api', 'link', 'qr'] as const
export type WalletWay = (typeof walletWays)[number]

export const walletSessionLifeMs = 5 * 60 * 1000

/** How long a creator's proof can wait for its verification. */
export const unspentProofLifeMs = 24 * 60 * 60 * 1000

export const walletRefusals = [
  /** It isn't of this protocol, isn't encrypted for this service, or can't be decoded. */
  'unreadable',
  /** Its device didn't sign this exact request: another nonce, client, origin or key. */
  'not_for_this_request',
  /** The signer's certificate doesn't chain to a configured root. */
  'issuer_unknown',
  /** The signer's certificate isn't valid for signing this, or has expired. */
  'signer_refused',
  /** The issuer's signature is invalid. */
  'issuer_signature',
  'credential_expired',
  'credential_not_yet_valid',
  /** It contains a different document from the requested one, none, or several. */
  'wrong_credential',
  /** An element differs from the signed one. */
  'changed',
  /** It contains no clear value for the requested element. */
  'no_answer',
  /** It contains more than was requested. */
  'too_much',
  /** It was submitted before. */
  'replayed',
] as const
export type WalletRefusal = (typeof walletRefusals)[number]

/**
 * The state of a request to a wallet. `open` waits for the answer; `answered` waits for the browser that began it to
 * come back from the wallet; all other states are final. `replaced`: the same person began another.
 */
export const walletStates = [
  'open',
  'answered',
  'proven',
  'under_age',
  'refused',
  'cancelled',
  'replaced',
  'expired',
] as const
export type WalletState = (typeof walletStates)[number]
