/**
 * The credentials that a proof of age may come from, by their document type (ISO/IEC 18013-5; EU age verification
 * profile).
 */
export const credentialTypes = ['org.iso.18013.5.1.mDL', 'eu.europa.ec.av.1'] as const
export type CredentialType = (typeof credentialTypes)[number]

/** The only thing that is asked of either. */
export const askedElement = 'age_over_18'

/** The place of that element in each. */
export const namespaceOf: Record<CredentialType, string> = {
  'org.iso.18013.5.1.mDL': 'org.iso.18013.5.1',
  'eu.europa.ec.av.1': 'eu.europa.ec.av.1',
}

/**
 * How a request reaches a wallet: by the browser's own dialog, by a link on the same phone, or by a QR code that
 * another phone reads.
 */
export const walletWays = ['api', 'link', 'qr'] as const
export type WalletWay = (typeof walletWays)[number]

/** How long a wallet has to answer. */
export const walletSessionLifeMs = 5 * 60 * 1000

/** How long a creator's proof waits for its verification. */
export const unspentProofLifeMs = 24 * 60 * 60 * 1000

/** Why an answer was not believed. */
export const walletRefusals = [
  /** It is not of this protocol, not encrypted for us, or cannot be decoded. */
  'unreadable',
  /** Its device did not sign this very request: another nonce, client, origin or key. */
  'not_for_this_request',
  /** The signer's certificate does not come from one of our roots. */
  'issuer_unknown',
  /** The signer's certificate is not one for signing this, or its time is over. */
  'signer_refused',
  /** The issuer's signature does not hold. */
  'issuer_signature',
  'credential_expired',
  'credential_not_yet_valid',
  /** Another document than asked, none, or several. */
  'wrong_credential',
  /** Something in it is not what its issuer signed. */
  'changed',
  /** The question has no clear answer in it. */
  'no_answer',
  /** More is in it than was asked. */
  'too_much',
  /** It was given before. */
  'replayed',
] as const
export type WalletRefusal = (typeof walletRefusals)[number]

/**
 * The state of a request to a wallet. `open` waits for the answer; `answered` waits for the browser that began it to
 * come back from the wallet; everything else is an end. `replaced`: the same person began another.
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
