import {
  type AccessDescription,
  type Certificate,
  CRLDistributionPoints,
  type GeneralName,
  InfoAccess,
} from 'pkijs'
import { askHttp } from '../sealing/ask-http.ts'
import { readCrl } from './crl.ts'
import { readOcsp, writeOcspQuestion } from './ocsp.ts'
import type { Answer, Issued, StatementFault } from './statement.ts'

const oid = {
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  crlDistributionPoints: '2.5.29.31',
} as const

/** What is in every sealed document must be small; longer lists are not fetched, and their authorities have a responder. */
const maxBytes = { ocsp: 64 * 1024, crl: 256 * 1024 } as const

/**
 * What the addresses that a certificate names say of it: responders (RFC 6960) first, then lists (RFC 5280), until one says what counts. All of
 * them together have `timeoutMs`: each an equal share of what the ones before it left.
 */
export async function askIssuer(issued: Issued, now: Date, timeoutMs: number): Promise<Answer> {
  const { ocsp, crl } = listAddresses(issued.certificate)
  const questions = [
    ...ocsp.map((url) => ({ read: readOcsp, fetch: (ms: number) => askResponder(url, issued, ms) })),
    ...crl.map((url) => ({ read: readCrl, fetch: (ms: number) => askForList(url, ms) })),
  ]
  const end = performance.now() + timeoutMs
  let fault: StatementFault = 'no_address'
  for (const [index, { read, fetch }] of questions.entries()) {
    const share = (end - performance.now()) / (questions.length - index)
    const bytes = await fetch(Math.max(1, Math.floor(share)))
    const answer = bytes
      ? await read(bytes, issued, now).catch(() => ({ fault: 'malformed' as const }))
      : { fault: 'unreachable' as const }
    if (!('fault' in answer)) return answer
    fault = answer.fault
  }
  return { fault }
}

async function askResponder(url: string, issued: Issued, timeoutMs: number): Promise<Uint8Array | null> {
  return askHttp(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/ocsp-request', Accept: 'application/ocsp-response' },
    body: new Uint8Array(await writeOcspQuestion(issued)),
    timeoutMs,
    maxBytes: maxBytes.ocsp,
  })
}

function askForList(url: string, timeoutMs: number): Promise<Uint8Array | null> {
  return askHttp(url, { timeoutMs, maxBytes: maxBytes.crl })
}

/** Where a certificate says that its issuer answers, http and https alone. */
function listAddresses({ extensions }: Certificate): { ocsp: string[]; crl: string[] } {
  const readExtension = (id: string): unknown => extensions?.find(({ extnID }) => extnID === id)?.parsedValue
  const access = readExtension(oid.authorityInfoAccess)
  const points = readExtension(oid.crlDistributionPoints)
  const responders =
    access instanceof InfoAccess
      ? access.accessDescriptions
          .filter((each: AccessDescription) => each.accessMethod === oid.ocsp)
          .map(({ accessLocation }) => accessLocation)
      : []
  const lists =
    points instanceof CRLDistributionPoints
      ? points.distributionPoints.flatMap(({ distributionPoint }) =>
          Array.isArray(distributionPoint) ? distributionPoint : [],
        )
      : []
  return { ocsp: pickWebAddresses(responders), crl: pickWebAddresses(lists) }
}

function pickWebAddresses(names: readonly GeneralName[]): string[] {
  return names.flatMap(({ type, value }) =>
    type === 6 && typeof value === 'string' && /^https?:\/\//.test(value) ? [value] : [],
  )
}
