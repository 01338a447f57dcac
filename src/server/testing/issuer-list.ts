import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeCertificate } from '../../../simulators/wallet/certificates.ts'
import { writeKeyPem } from '../../../simulators/wallet/reader-certificates.ts'
import { folderForTest } from './temporary-folder.ts'

const run = promisify(execFile)

/** The signer of a list: a key and its own certificate, PEM. */
export type ListSigner = { keyPem: string; certificate: X509Certificate }

type Life = { from?: Date; until?: Date }

export async function makeListSigner({ from, until }: Life = {}): Promise<ListSigner> {
  const made = await makeCertificate({
    name: { country: 'EU', organisation: 'Example Commission', commonName: 'Lists' },
    from: from ?? new Date('2020-01-01T00:00:00Z'),
    until: until ?? new Date('2049-01-01T00:00:00Z'),
  })
  return { keyPem: writeKeyPem(made), certificate: new X509Certificate(made.der) }
}

/** A signer with an RSA key, as the Commission has. */
export async function makeRsaListSigner(): Promise<ListSigner> {
  const folder = folderForTest()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/C=EU/O=Example Commission/CN=Lists', '-days', '9000']
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-noenc',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ])
  return {
    keyPem: await readFile(key, 'utf8'),
    certificate: new X509Certificate(await readFile(certificate)),
  }
}

const namespaces = {
  list: 'http://uri.etsi.org/02231/v2#',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
} as const

const scheme = 'http://trust.tech.ec.europa.eu/lists/age-verification'

export type ListedService = { certificate: string; status?: string; service?: string }

type ListWish = {
  number?: number | string
  nextUpdate?: Date | string
  services?: ListedService[]
  listType?: string
  /** Text before the root, and within it before its first element. */
  before?: string
  within?: string
}

/** An unsigned list of ETSI TS 119 612, written like the Commission's. */
export function writeList({
  number = 17,
  nextUpdate = new Date('2049-01-01T00:00:00Z'),
  services = [],
  listType = `${scheme.replace('http:', 'https:')}/tsl-type`,
  before = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
  within = '',
}: ListWish = {}): string {
  const next =
    typeof nextUpdate === 'string' ? nextUpdate : `<dateTime>${nextUpdate.toISOString()}</dateTime>`
  return `${before}<TrustServiceStatusList xmlns="${namespaces.list}" Id="list">${within}
  <SchemeInformation>
    <TSLVersionIdentifier>6</TSLVersionIdentifier>
    <TSLSequenceNumber>${number}</TSLSequenceNumber>
    <TSLType>${listType}</TSLType>
    <PointersToOtherTSL><OtherTSLPointer>
      <AdditionalInformation><OtherInformation><TSLType>https://elsewhere.example/</TSLType></OtherInformation></AdditionalInformation>
    </OtherTSLPointer></PointersToOtherTSL>
    <NextUpdate>${next}</NextUpdate>
  </SchemeInformation>
  <TrustServiceProviderList><TrustServiceProvider><TSPServices>
${services.map(writeService).join('\n')}
  </TSPServices></TrustServiceProvider></TrustServiceProviderList>
</TrustServiceStatusList>`
}

function writeService({ certificate, status = 'recognized', service = 'paa' }: ListedService): string {
  const base64 = certificate.replaceAll(/-----[^-]+-----/g, '').trim()
  const identity = `<ServiceDigitalIdentity><DigitalId><X509Certificate>${base64}</X509Certificate></DigitalId></ServiceDigitalIdentity>`
  return `<TSPService>
      <ServiceInformation>
        <ServiceTypeIdentifier>${scheme}/service-type/${service}</ServiceTypeIdentifier>
        ${identity}
        <ServiceStatus>${scheme}/service-status/${status}</ServiceStatus>
      </ServiceInformation>
      <ServiceHistory><ServiceHistoryInstance>${identity}<ServiceStatus>${scheme}/service-status/recognized</ServiceStatus></ServiceHistoryInstance></ServiceHistory>
    </TSPService>`
}

export type SignatureWish = {
  /** What the signature covers: everything but signatures (the default), or an XPath to leave out, or an element. */
  leavesOut?: 'signatures' | 'own signature' | { path: string } | { uri: string }
  method?: string
  digest?: string
  /** Also signs its own properties, as XAdES does; on by default. */
  properties?: boolean
  /** A template for KeyInfo; the program fills in the signer's certificate or key. */
  keyInfo?: string
}

const sha512 = 'http://www.w3.org/2001/04/xmlenc#sha512'
const exclusive = '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>'
const digestMethod = (digest: string) => `<ds:DigestMethod Algorithm="${digest}"/><ds:DigestValue/>`

function writeTransforms(leavesOut: NonNullable<SignatureWish['leavesOut']>): string {
  if (leavesOut === 'own signature')
    return `<ds:Transform Algorithm="${namespaces.signature}enveloped-signature"/>${exclusive}`
  if (typeof leavesOut === 'object' && 'uri' in leavesOut) return exclusive
  const path = leavesOut === 'signatures' ? '/descendant::ds:Signature' : leavesOut.path
  const filter = 'http://www.w3.org/2002/06/xmldsig-filter2'
  return `<ds:Transform Algorithm="${filter}"><f:XPath xmlns:f="${filter}" xmlns:t="${namespaces.list}" Filter="subtract">${path}</f:XPath></ds:Transform>${exclusive}`
}

/** Signs a list with xmlsec1, in a signature at its end. */
export async function signList(
  list: string,
  { keyPem, certificate }: ListSigner,
  { leavesOut = 'signatures', method, digest = sha512, properties = true, keyInfo = '' }: SignatureWish = {},
): Promise<string> {
  const kind = certificate.publicKey.asymmetricKeyType === 'rsa' ? 'rsa-sha512' : 'ecdsa-sha256'
  const algorithm = method ?? `http://www.w3.org/2001/04/xmldsig-more#${kind}`
  const uri = typeof leavesOut === 'object' && 'uri' in leavesOut ? leavesOut.uri : ''
  const ofProperties = `<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#properties"><ds:Transforms>${exclusive}</ds:Transforms>${digestMethod(digest)}</ds:Reference>`
  const object = `<ds:Object><x:QualifyingProperties xmlns:x="${namespaces.xades}" Target="#signature"><x:SignedProperties Id="properties"><x:SignedSignatureProperties><x:SigningTime>2026-06-24T14:18:35Z</x:SigningTime></x:SignedSignatureProperties></x:SignedProperties></x:QualifyingProperties></ds:Object>`
  const signature = `<ds:Signature xmlns:ds="${namespaces.signature}" Id="signature"><ds:SignedInfo>
    <ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="${algorithm}"/>
    <ds:Reference URI="${uri}"><ds:Transforms>${writeTransforms(leavesOut)}</ds:Transforms>${digestMethod(digest)}</ds:Reference>
    ${properties ? ofProperties : ''}</ds:SignedInfo><ds:SignatureValue/>${keyInfo}${properties ? object : ''}</ds:Signature>`
  const folder = folderForTest()
  const [template, key, own, signed] = ['template.xml', 'key.pem', 'own.pem', 'signed.xml'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  await writeFile(
    template,
    list.replace(/<\/(\w+:)?TrustServiceStatusList>$/, (end) => `${signature}${end}`),
  )
  await writeFile(key, keyPem)
  await writeFile(own, certificate.toString())
  await run('xmlsec1', [
    '--sign',
    ...['--privkey-pem', `${key},${own}`],
    ...['--id-attr:Id', `${namespaces.xades}:SignedProperties`],
    ...['--id-attr:Id', `${namespaces.list}:TrustServiceStatusList`],
    ...['--output', signed],
    template,
  ])
  return readFile(signed, 'utf8')
}
