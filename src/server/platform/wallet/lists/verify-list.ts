import { execFile } from 'node:child_process'
import { createHash, type X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseCanonicalXml, type XmlElement } from './canonical-xml.ts'

export type SignatureRefusal =
  /** Not UTF-8, with a document type, or longer than allowed. */
  | 'unreadable'
  /** Not exactly one signature. */
  | 'not_one_signature'
  /** Not valid under any of the given certificates, or its check took too much time or memory. */
  | 'signature_wrong'
  /** A valid signature that covers something else than the whole list, or with an algorithm that isn't accepted. */
  | 'not_whole'

type Limits = { processorSeconds: number; memoryBytes: number; timeoutMs: number }

export const maxListBytes = 10 * 1024 * 1024

/** A list of 9 MB takes 0.2 s and 50 MB of memory; one of as many empty elements 1.5 s and 250 MB. */
const defaultLimits: Limits = { processorSeconds: 20, memoryBytes: 512 * 1024 ** 2, timeoutMs: 30_000 }

/** A program of util-linux, which every Debian has. */
const limiter = 'prlimit'
const program = 'xmlsec1'

const execute = promisify(execFile)

/** Whether this machine has the program that verifies lists, in a version whose options are the ones used here. */
export async function canVerifyLists(): Promise<boolean> {
  try {
    const { stdout } = await execute(limiter, ['--core=0', program, '--version'], { timeout: 10_000 })
    return /^xmlsec1 1\.2\./.test(stdout)
  } catch {
    return false
  }
}

/**
 * Verifies the signature of a list with the keys of given certificates alone, and returns the bytes that were signed, in
 * canonical form (exclusive XML canonicalisation). Nothing else of the list is to be read. Another program does the
 * work, in a process with limits: the list comes from outside, and its signature decides what that program computes.
 */
export async function verifyList(
  list: Uint8Array,
  signers: readonly X509Certificate[],
  limits: Limits = defaultLimits,
): Promise<{ content: string; signer: X509Certificate } | { refusal: SignatureRefusal }> {
  const text = readText(list)
  if (text === null) return { refusal: 'unreadable' }
  if ((text.match(signatureTag) ?? []).length !== 1) return { refusal: 'not_one_signature' }
  const folder = await mkdtemp(join(tmpdir(), 'wallet-list-'))
  try {
    const file = join(folder, 'list.xml')
    await writeFile(file, list)
    for (const signer of signers) {
      const certificate = join(folder, 'signer.pem')
      await writeFile(certificate, signer.toString())
      const output = await runProgram(file, certificate, limits)
      if (!output) continue
      const content = findSignedContent(output)
      return content === null ? { refusal: 'not_whole' } : { content, signer }
    }
    return { refusal: 'signature_wrong' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Also counts what isn't an element: a list with two of them is refused rather than understood. */
const signatureTag = /<(?:[^\s<>/:]+:)?Signature[\s/>]/g

/** The text of a list in UTF-8 without a document type, so without entities; otherwise null. */
function readText(list: Uint8Array): string | null {
  if (list.byteLength > maxListBytes) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(list)
    const encoding = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? 'UTF-8'
    return /^utf-8$/i.test(encoding) && !text.includes('<!DOCTYPE') && !text.includes('\0') ? text : null
  } catch {
    return null
  }
}

/** What the program says of a list whose signature is valid; null for any other. */
async function runProgram(list: string, certificate: string, limits: Limits): Promise<Buffer | null> {
  const limited = [
    `--cpu=${limits.processorSeconds}`,
    `--as=${limits.memoryBytes}`,
    // Writes no file, except to its output.
    '--fsize=0',
    '--core=0',
  ]
  const verify = [
    '--verify',
    ...['--enabled-reference-uris', 'empty,same-doc'],
    // No key or certificate of the list's own: this kind of KeyInfo is only read through a reference to another file.
    ...['--enabled-key-data', 'raw-x509-cert'],
    ...['--pubkey-cert-pem', certificate],
    `--id-attr:Id`,
    `${namespaces.xades}:SignedProperties`,
    '--store-references',
    '--store-signatures',
    list,
  ]
  try {
    const { stdout } = await execute(limiter, [...limited, program, ...verify], {
      encoding: 'buffer',
      env: { PATH: process.env['PATH'] },
      maxBuffer: 4 * maxListBytes,
      timeout: limits.timeoutMs,
      killSignal: 'SIGKILL',
    })
    return stdout
  } catch {
    return null
  }
}

const namespaces = {
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
} as const

/** The bytes whose digest the signature covers as the whole document; null when it covers anything else. */
function findSignedContent(output: Buffer): string | null {
  const [signedInfo] = listBuffers(output, 'PreSigned').flatMap(
    (bytes) => parseCanonicalXml(`${bytes}`) ?? [],
  )
  const digest = signedInfo && findDigest(signedInfo)
  const content =
    digest &&
    listBuffers(output, 'PreDigest').find(
      (bytes) => createHash(digest.hash).update(bytes).digest('base64') === digest.value,
    )
  return content ? content.toString() : null
}

/** The buffers that the program prints between two marks: what it digested, and what it compared with the signature. */
function listBuffers(output: Buffer, name: 'PreDigest' | 'PreSigned'): Buffer[] {
  const [begin, end] = [`== ${name} data - start buffer:\n`, `\n== ${name} data - end buffer\n`]
  const buffers: Buffer[] = []
  for (let from = output.indexOf(begin); from >= 0; from = output.indexOf(begin, from)) {
    from += begin.length
    const to = output.indexOf(end, from)
    if (to < 0) break
    buffers.push(output.subarray(from, to))
    from = to
  }
  return buffers
}

const digests: Record<string, string> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Whether SHA-1 and older are out: RSA and ECDSA with SHA-2. */
const isStrong = (method: string | undefined) =>
  /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#(?:rsa|ecdsa)-sha(?:256|384|512)$/.test(method ?? '')

/** The digest of the whole document, if a signature covers that and, besides, at most its own properties. */
function findDigest(signedInfo: XmlElement): { hash: string; value: string } | null {
  const references = listChildren(signedInfo, 'Reference')
  const [whole, ...more] = references.filter((each) => each.attributes.get('URI') === '')
  const others = references.filter((each) => each.attributes.get('URI') !== '')
  const hash = digests[whole ? readAlgorithm(whole, 'DigestMethod') : '']
  const isWhole =
    whole !== undefined &&
    more.length === 0 &&
    others.length <= 1 &&
    others.every(
      ({ attributes }) => attributes.get('Type') === 'http://uri.etsi.org/01903#SignedProperties',
    ) &&
    isStrong(readAlgorithm(signedInfo, 'SignatureMethod')) &&
    readAlgorithm(signedInfo, 'CanonicalizationMethod') === exclusive &&
    leavesOutSignature(whole)
  const [value] = whole ? listChildren(whole, 'DigestValue') : []
  return isWhole && hash && value ? { hash, value: value.text.replaceAll(/\s/g, '') } : null
}

/** Whether a reference is to everything except the signature, in canonical form. */
function leavesOutSignature(reference: XmlElement): boolean {
  const [transforms] = listChildren(reference, 'Transforms')
  const [first, second, ...more] = transforms ? listChildren(transforms, 'Transform') : []
  const algorithm = first?.attributes.get('Algorithm')
  const [path] = first?.children ?? []
  const isEnveloped = algorithm === `${namespaces.signature}enveloped-signature`
  const isSubtracted =
    algorithm === 'http://www.w3.org/2002/06/xmldsig-filter2' &&
    first?.children.length === 1 &&
    path?.attributes.get('Filter') === 'subtract' &&
    /^\s*\/descendant::[\w-]+:Signature\s*$/.test(path.text)
  return (
    (isEnveloped || isSubtracted) && second?.attributes.get('Algorithm') === exclusive && more.length === 0
  )
}

function listChildren(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((each) => each.name === name && each.namespace === namespaces.signature)
}

function readAlgorithm(element: XmlElement, name: string): string {
  return listChildren(element, name)[0]?.attributes.get('Algorithm') ?? ''
}
