import { randomBytes, type X509Certificate } from 'node:crypto'
import type { Clock } from '../../clock/index.ts'
import type { TimestampOutcome } from '../sealer.ts'
import { askHttp } from './ask-http.ts'
import {
  findAuthorityChain,
  makeTimestampQuestion,
  readTimestamp,
  type TimestampFault,
} from './timestamp-token.ts'

export type TimeAuthorityOptions = {
  url: string
  /** Root certificates, PEM; without any, the chain isn't checked. */
  roots?: readonly string[]
  timeoutMs?: number
  /** How long a silent authority isn't asked again: a hanging one must not delay every record. */
  silenceMs?: number
}

const defaultTimeoutMs = 5000
const defaultSilenceMs = 60_000

export type TimeAuthority = ReturnType<typeof createTimeAuthority>

/** A client for a time-stamping authority (RFC 3161), which remembers the authority's last certificates. */
export function createTimeAuthority(
  { url, roots = [], timeoutMs = defaultTimeoutMs, silenceMs = defaultSilenceMs }: TimeAuthorityOptions,
  clock: Clock,
) {
  let silentUntil = new Date(0)
  let knownChain: readonly X509Certificate[] = []
  let recheckAt = new Date(0)
  let lastFault: TimestampFault | null = null

  /** The authority's answer; null when none came in time. Then it isn't asked again for a while. */
  async function ask(question: Uint8Array): Promise<Uint8Array | null> {
    const answer = await askAuthority(url, question, timeoutMs)
    if (!answer) silentUntil = new Date(clock.now().getTime() + silenceMs)
    return answer
  }

  /**
   * The chain of a token up to a configured root. Empty without roots, because it is then unknown which certificates to
   * check.
   */
  function readChain(token: Uint8Array): readonly X509Certificate[] {
    if (roots.length === 0) return []
    return findAuthorityChain(token, roots) ?? []
  }

  async function stamp(data: Uint8Array): Promise<TimestampOutcome> {
    const { bytes, nonce } = makeTimestampQuestion(data)
    const answer = await ask(bytes)
    const stamped = answer
      ? await readTimestamp(answer, { data, nonce, now: clock.now(), roots })
      : { fault: 'unreachable' as const }
    lastFault = 'fault' in stamped ? stamped.fault : null
    if ('fault' in stamped) return { state: 'pending', ...stamped }
    knownChain = readChain(stamped.token)
    return { state: 'granted', ...stamped }
  }

  const isSilent = () => clock.now() < silentUntil

  return {
    ask,
    stamp,
    readChain,
    isSilent,
    /** The authority's last chain; empty before the first timestamp, and when it can't be determined. */
    known: () => knownChain,
    /** The reason why the chain is unknown although roots are configured; null otherwise. */
    whyUnknown: () => (roots.length > 0 && knownChain.length === 0 ? lastFault : null),
    /**
     * The authority's chain, determined with a timestamp over random bytes when there is none yet. Empty when it can't
     * be determined.
     */
    async learnChain(): Promise<readonly X509Certificate[]> {
      if (knownChain.length === 0 && roots.length > 0 && !isSilent()) await stamp(randomBytes(32))
      return knownChain
    },
    /**
     * Checks, at most once per `silenceMs`, whether the authority uses another certificate by now, because the last one
     * was revoked.
     */
    async lookAnew(): Promise<void> {
      if (isSilent() || clock.now() < recheckAt) return
      recheckAt = new Date(clock.now().getTime() + silenceMs)
      await stamp(randomBytes(32))
    },
    learn(token: Uint8Array) {
      knownChain = readChain(token)
    },
  }
}

/** Tokens are a few kilobytes; a longer answer doesn't come from a time-stamping authority. */
const answerMaxBytes = 64 * 1024

/** The authority's answer to a request (RFC 3161, 3.4); null when none came in time. */
function askAuthority(url: string, question: Uint8Array, timeoutMs: number): Promise<Uint8Array | null> {
  return askHttp(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: new Uint8Array(question),
    timeoutMs,
    maxBytes: answerMaxBytes,
  })
}
