import { X509Certificate } from 'node:crypto'
import type { CredentialType } from '../../../../domain/wallet.ts'
import { isAnchor } from '../issuers.ts'
import { parseCanonicalXml, type XmlElement } from './canonical-xml.ts'

/** A trusted list of ETSI TS 119 612: the issuers of one kind of credential. */
export type IssuerList = { sequenceNumber: number; nextUpdate: Date; anchors: X509Certificate[] }

const namespace = 'http://uri.etsi.org/02231/v2#'

/** How a list names itself, the service that issues a kind of credential, and the status in which it may; no scheme. */
type Profile = { listType: string; service: string; status: string }

const ageVerification = 'trust.tech.ec.europa.eu/lists/age-verification'

/** The kinds with a list that is known; the names are those of the Commission's list of November 2026. */
const profiles: Partial<Record<CredentialType, Profile>> = {
  'eu.europa.ec.av.1': {
    listType: `${ageVerification}/tsl-type`,
    service: `${ageVerification}/service-type/paa`,
    status: `${ageVerification}/service-status/recognized`,
  },
}

export const listedTypes = Object.keys(profiles) as CredentialType[]

/**
 * Reads the content that the list's signature covers. The anchors are the certificates of services that may issue now;
 * one that is neither an authority's nor fit to sign is left out. Null when it isn't a list of
 * this kind, or is one that was closed (TS 119 612, 5.3.15).
 */
export function readList(content: string, type: CredentialType): IssuerList | null {
  const profile = profiles[type]
  const list = parseCanonicalXml(content)
  if (!profile || list?.name !== 'TrustServiceStatusList' || list.namespace !== namespace) return null
  const scheme = find(list, 'SchemeInformation')
  if (withoutScheme(read(scheme, 'TSLType')) !== profile.listType) return null
  const sequence = read(scheme, 'TSLSequenceNumber')
  const nextUpdate = new Date(read(find(scheme, 'NextUpdate'), 'dateTime'))
  if (!/^[1-9]\d{0,14}$/.test(sequence) || Number.isNaN(nextUpdate.getTime())) return null
  const services = listAt(
    list,
    'TrustServiceProviderList',
    'TrustServiceProvider',
    'TSPServices',
    'TSPService',
  )
  const anchors = services
    .map((service) => find(service, 'ServiceInformation'))
    .filter(
      (service) =>
        withoutScheme(read(service, 'ServiceTypeIdentifier')) === profile.service &&
        withoutScheme(read(service, 'ServiceStatus')) === profile.status,
    )
    .flatMap((service) => listAt(service, 'ServiceDigitalIdentity', 'DigitalId', 'X509Certificate'))
    .flatMap(({ text }) => readCertificate(text) ?? [])
    .filter((certificate) => isAnchor(certificate))
  return { sequenceNumber: Number(sequence), nextUpdate, anchors }
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')

function readCertificate(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return null
  }
}

/** The elements at the end of a path of names. */
function listAt(element: XmlElement | null, ...path: string[]): XmlElement[] {
  return path.reduce(
    (found, name) =>
      found.flatMap(({ children }) =>
        children.filter((each) => each.name === name && each.namespace === namespace),
      ),
    element ? [element] : [],
  )
}

/** The only child of a name; null if there is none or another one. */
function find(element: XmlElement | null, name: string): XmlElement | null {
  const [only, ...others] = listAt(element, name)
  return others.length === 0 ? (only ?? null) : null
}

/** The text of the only child of a name; empty if there is none, or if it has more than text. */
function read(element: XmlElement | null, name: string): string {
  const child = find(element, name)
  return child?.children.length === 0 ? child.text.trim() : ''
}
