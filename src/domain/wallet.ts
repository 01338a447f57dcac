/** What a wallet is asked for in one type of credential, and who may sign it. */
type CredentialProfile = {
  /** The namespace of all its elements that are asked for. */
  namespace: string
  /** Tells that the holder is 18 or over: a boolean, or the birth date where the credential has nothing less. */
  age: 'age_over_18' | 'birth_date'
  /** The elements of the name; empty where the credential has no name. */
  name: readonly ('family_name' | 'given_name')[]
  /** The extended key usages of a certificate that may sign it: one is enough. */
  signingPurposes: readonly string[]
}

/** The extended key usages of signers: ISO/IEC 18013-5, B.1.4; ISO/IEC 23220-4; the EU's reference issuer. */
const purpose = { mdl: '1.0.18013.5.1.2', iso23220: '1.0.23220.4.1.2', eu: '1.3.130.2.0.0.1.2' } as const

const nameElements = ['family_name', 'given_name'] as const

/**
 * The accepted credentials by document type, the least revealing first: the EU's proof of age (its profile names no key
 * usage for signers), the mobile driving licence (ISO/IEC 18013-5), the photo ID (ISO/IEC TS 23220-4), the ID pass of Google Wallet, which has
 * the licence's elements, and the EU's person identification data, which has no element for 18 or over.
 */
export const credentials = {
  'eu.europa.ec.av.1': {
    namespace: 'eu.europa.ec.av.1',
    age: 'age_over_18',
    name: [],
    signingPurposes: [purpose.eu, purpose.mdl, purpose.iso23220],
  },
  'org.iso.18013.5.1.mDL': {
    namespace: 'org.iso.18013.5.1',
    age: 'age_over_18',
    name: nameElements,
    signingPurposes: [purpose.mdl],
  },
  'org.iso.23220.photoid.1': {
    namespace: 'org.iso.23220.1',
    age: 'age_over_18',
    name: nameElements,
    signingPurposes: [purpose.iso23220, purpose.mdl],
  },
  'com.google.wallet.idcard.1': {
    namespace: 'org.iso.18013.5.1',
    age: 'age_over_18',
    name: nameElements,
    signingPurposes: [purpose.mdl, purpose.iso23220],
  },
  'eu.europa.ec.eudi.pid.1': {
    namespace: 'eu.europa.ec.eudi.pid.1',
    age: 'birth_date',
    name: nameElements,
    signingPurposes: [purpose.eu, purpose.mdl, purpose.iso23220],
  },
} as const satisfies Record<string, CredentialProfile>

export type CredentialType = keyof typeof credentials
export const credentialTypes = Object.keys(credentials) as CredentialType[]

/** How the name on a credential compares with the typed one. Names in different scripts aren't compared. */
export type NameVerdict = 'agrees' | 'differs' | 'not_compared'

/** The elements that a request asks for: the age, and the name if its person chose that and the credential has one. */
export function listAskedElements(type: CredentialType, asksName: boolean): readonly string[] {
  const { age, name } = credentials[type]
  return asksName ? [age, ...name] : [age]
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
