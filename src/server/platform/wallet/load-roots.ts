import { X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CredentialType, credentialTypes } from '../../../domain/wallet/credential-type.ts'
import { StartupError } from '../startup-error.ts'
import { isAuthority } from './certificate-profile.ts'

/** The issuers whose credentials are believed, by the type of credential. */
export type WalletRoots = ReadonlyMap<CredentialType, readonly X509Certificate[]>

/**
 * Reads the certificates of `{folder}/{document type}/*.pem`, several in a file allowed.
 *
 * @throws StartupError with one sentence for the operator: a file that cannot be read, a certificate that may not vouch for others, a folder
 * that is named for no document type
 */
export async function loadRoots(folder: string): Promise<WalletRoots> {
  const roots = new Map<CredentialType, X509Certificate[]>()
  for (const entry of await readFolder(folder)) {
    if (!entry.isDirectory()) continue
    const type = credentialTypes.find((each) => each === entry.name)
    if (!type) {
      throw new StartupError(
        `WALLET_ROOTS_DIR has a folder "${entry.name}", which is no document type: name it one of ${credentialTypes.join(', ')}.`,
      )
    }
    const certificates = await readCertificates(join(folder, type))
    if (certificates.length > 0) roots.set(type, certificates)
  }
  return roots
}

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    throw new StartupError(
      `WALLET_ROOTS_DIR cannot be read: make the folder ${folder} with a folder for each document type in it, or unset the variable.`,
    )
  }
}

async function readCertificates(folder: string): Promise<X509Certificate[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pem')).sort()
  const files = names.map(async (name) =>
    parseRoots(await readFile(join(folder, name), 'utf8'), join(folder, name)),
  )
  return (await Promise.all(files)).flat()
}

function parseRoots(text: string, path: string): X509Certificate[] {
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (pems.length === 0)
    throw new StartupError(`${path} holds no certificate: put a PEM file there, or remove it.`)
  return pems.map((pem) => {
    const certificate = readCertificate(pem, path)
    if (isAuthority(certificate)) return certificate
    throw new StartupError(
      `${path} holds a certificate that may not vouch for others: put the issuing authority's root there, not a signer's.`,
    )
  })
}

function readCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new StartupError(`${path} cannot be read: save the certificate as PEM again, or remove it.`)
  }
}
