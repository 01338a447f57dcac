import { X509Certificate } from 'node:crypto'
import type { CredentialType } from '../../../domain/wallet/credential-type.ts'
import type { WalletRefusal } from '../../../domain/wallet/wallet-session.ts'
import { isDocumentSigner, isValidAt, nameFields } from './certificate-profile.ts'

/**
 * Who signed a credential: the name of the root that vouches for its signer's certificate, the first of the chain. Whatever else the chain
 * brings along is not looked at: only configured roots vouch, and directly, as ISO/IEC 18013-5 (9.3.3) has it.
 */
export function findSigner(
  chain: readonly Uint8Array[],
  credentialType: CredentialType,
  roots: readonly X509Certificate[],
  now: Date,
): { issuerName: string } | { refusal: WalletRefusal } {
  const [own] = chain
  if (!own) return { refusal: 'issuer_unknown' }
  const signer = new X509Certificate(own)
  const root = roots.find((each) => doesVouch(each, signer))
  if (!root) return { refusal: 'issuer_unknown' }
  if (!isDocumentSigner(signer, credentialType)) return { refusal: 'signer_refused' }
  if (!isValidAt(signer, now) || !isValidAt(root, now)) return { refusal: 'signer_refused' }
  return { issuerName: readName(root) }
}

/** Whether a root issued a certificate: its name, its key, and its country and state in the subject as well. */
function doesVouch(root: X509Certificate, signer: X509Certificate): boolean {
  if (!signer.checkIssued(root) || !signer.verify(root.publicKey)) return false
  return ['C', 'ST'].every((field) => {
    const [wanted] = nameFields(root, 'subject', field)
    return wanted === undefined || nameFields(signer, 'subject', field)[0] === wanted
  })
}

/** The organisation behind a root, or what the root is called where it names none. */
function readName(root: X509Certificate): string {
  const [name = 'unnamed issuer'] = [
    ...nameFields(root, 'subject', 'O'),
    ...nameFields(root, 'subject', 'CN'),
  ]
  return name.slice(0, 200)
}
