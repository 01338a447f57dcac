import {
  type AccessDescription,
  Certificate,
  CRLDistributionPoints,
  type GeneralName,
  InfoAccess,
} from 'pkijs'
import type { Clock } from '../../clock.ts'
import { hashHex } from '../../hash-hex.ts'
import { askHttp } from '../sealing/ask-http.ts'
import { exactBuffer } from '../sealing/seal-key.ts'
import { readCrl } from './crl.ts'
import { ocspQuestion, readOcsp } from './ocsp.ts'
import type { Issued, Statement, StatementFault } from './statement.ts'

const oid = {
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  crlDistributionPoints: '2.5.29.31',
} as const

/** What is in every sealed document must be small; longer lists are not fetched, and their authorities have a responder. */
const maxBytes = { ocsp: 64 * 1024, crl: 256 * 1024 } as const
const defaultTimeoutMs = 5000
/** A statement is asked for anew at the latest after this. */
const longestKeptMs = 24 * 60 * 60_000
/** How long an authority that said nothing is not asked again: it must not hold up every record. */
const silenceMs = 60_000

export type Revocation = {
  /** What is said of a certificate by its issuer (both DER), from memory while that holds. Asks nobody but whom the certificate names. */
  statementOn(certificate: Uint8Array, issuer: Uint8Array): Promise<Statement | { fault: StatementFault }>
}

/** Asks whether certificates were revoked: the responder (RFC 6960) that a certificate names, or its issuer's list (RFC 5280). */
export function createRevocation({
  clock,
  timeoutMs = defaultTimeoutMs,
}: {
  clock: Clock
  timeoutMs?: number
}): Revocation {
  const kept = new Map<string, { answer: Statement | { fault: StatementFault }; until: Date }>()
  return {
    async statementOn(der, issuerDer) {
      const name = hashHex(der)
      const now = clock.now()
      const known = kept.get(name)
      if (known && now < known.until) return known.answer
      const [certificate, issuer] = [der, issuerDer].map((each) => Certificate.fromBER(exactBuffer(each)))
      if (!certificate || !issuer) return { fault: 'malformed' }
      const answer = await ask({ certificate, issuer }, now, timeoutMs)
      const longest = now.getTime() + ('fault' in answer ? silenceMs : longestKeptMs)
      const until = 'fault' in answer ? longest : Math.min(answer.until.getTime(), longest)
      for (const [other, { until: end }] of kept) if (end <= now) kept.delete(other)
      kept.set(name, { answer, until: new Date(until) })
      return answer
    },
  }
}

async function ask(
  issued: Issued,
  now: Date,
  timeoutMs: number,
): Promise<Statement | { fault: StatementFault }> {
  const { ocsp, crl } = addressesIn(issued.certificate)
  let fault: StatementFault = 'no_address'
  for (const [read, fetched] of [
    ...ocsp.map((url) => [readOcsp, () => askResponder(url, issued, timeoutMs)] as const),
    ...crl.map((url) => [readCrl, () => askHttp(url, { timeoutMs, maxBytes: maxBytes.crl })] as const),
  ]) {
    const bytes = await fetched()
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
    body: new Uint8Array(await ocspQuestion(issued)),
    timeoutMs,
    maxBytes: maxBytes.ocsp,
  })
}

/** Where a certificate says that its issuer answers, http and https alone. */
function addressesIn({ extensions }: Certificate): { ocsp: string[]; crl: string[] } {
  const extensionOf = (id: string): unknown => extensions?.find(({ extnID }) => extnID === id)?.parsedValue
  const access = extensionOf(oid.authorityInfoAccess)
  const points = extensionOf(oid.crlDistributionPoints)
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
  return { ocsp: webAddresses(responders), crl: webAddresses(lists) }
}

function webAddresses(names: readonly GeneralName[]): string[] {
  return names.flatMap(({ type, value }) =>
    type === 6 && typeof value === 'string' && /^https?:\/\//.test(value) ? [value] : [],
  )
}
