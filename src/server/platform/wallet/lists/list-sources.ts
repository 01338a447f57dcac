import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import type { CredentialType } from '../../../../domain/wallet.ts'
import { StartupError } from '../../startup-error.ts'
import { listedTypes } from './read-list.ts'

/** Where the list of a kind's issuers is, and whose signature it must have. */
export type ListSource = {
  credentialType: CredentialType
  address: string
  /** The present certificate of the list's signer and, before it changes, the next one. */
  signers: readonly X509Certificate[]
}

const fileSchema = z.record(z.string(), z.strictObject({ address: z.url(), signers: z.string().min(1) }))

const example = '{"eu.europa.ec.av.1": {"address": "https://…/av-tl.xml", "signers": "list-signers.pem"}}'

/**
 * Reads the JSON file of WALLET_LISTS_FILE: an address and a PEM file of certificates for each kind of credential.
 *
 * @param options.callsThisMachine whether an address may also be one of this machine, with http
 * @throws StartupError with one sentence for the operator
 */
export async function loadListSources(
  file: string,
  options: { callsThisMachine: boolean },
): Promise<ListSource[]> {
  const parsed = fileSchema.safeParse(parseJson(await readGiven(file, 'WALLET_LISTS_FILE names')))
  if (!parsed.success)
    throw new StartupError(`${file} is not of the form ${example}: correct it, or unset WALLET_LISTS_FILE.`)
  return Promise.all(
    Object.entries(parsed.data).map(async ([name, { address, signers }]) => {
      const credentialType = listedTypes.find((each) => each === name)
      if (!credentialType)
        throw new StartupError(
          `${file} names a list of "${name}": only ${listedTypes.join(', ')} has a list that is understood.`,
        )
      if (!address.startsWith('https:') && !options.callsThisMachine)
        throw new StartupError(`${file} names ${address}: give the https address of the list.`)
      return { credentialType, address, signers: await readSigners(resolve(dirname(file), signers), file) }
    }),
  )
}

async function readSigners(path: string, file: string): Promise<X509Certificate[]> {
  const text = await readGiven(path, `${file} names`)
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const certificates = pems.map((pem) => new X509Certificate(pem))
    if (certificates.length > 0) return certificates
  } catch {
    // Reported below.
  }
  throw new StartupError(
    `${path} holds no readable certificate: put the certificates of the list's signer there, PEM.`,
  )
}

async function readGiven(path: string, named: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new StartupError(`${named} ${path}, which cannot be read: correct the name, or unset it.`)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
