import { X509Certificate } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { hashHex } from '../../hash-hex.ts'
import type { Sealer } from '../sealer.ts'
import type { TimeAuthority } from '../sealing/time-authority.ts'
import { findStamper } from '../sealing/timestamp-token.ts'
import { findTokenOfSeal } from './archived-copy.ts'
import { collectValidation, getFingerprint, type Sources } from './collect-validation.ts'
import { appendTimestampRoom, fillTimestamp, joinCoveredBytes } from './document-timestamp.ts'
import { computeProtectionEnd, computeRenewal } from './lifetime.ts'

type Parts = { authority: TimeAuthority; sources: Sources; clock: Clock }

/** Makes archived copies with the configured authority (`Sealer.archive`). */
export function createArchiver({
  authority,
  ...parts
}: Omit<Parts, 'authority'> & { authority: TimeAuthority | null }): Sealer['archive'] {
  return async (pdf, options) => {
    if (!authority) return { fault: 'no_authority' }
    if (authority.isSilent()) return { fault: 'unreachable' }
    return archive({ authority, ...parts }, pdf, options)
  }
}

async function archive(
  { authority, sources, clock }: Parts,
  pdf: Uint8Array,
  { sealChain, earlier, acceptsMissing }: Parameters<Sealer['archive']>[1],
): ReturnType<Sealer['archive']> {
  const token = findTokenOfSeal(pdf)
  const stamps = await authority.learnChain()
  // Who asked for statements before it is known whose would ask in vain.
  const unknown = authority.whyUnknown()
  if (unknown) return { fault: unknown }
  const chains = [
    sealChain.map((der) => new X509Certificate(der)),
    ...[...(token ? [token] : []), ...earlier].map(authority.readChain),
    stamps,
  ]
  const known = await collectValidation(sources, chains)
  const { data, state, revoked } =
    known.state === 'missing' ? await collectValidation(sources, chains, { anew: true }) : known
  if (stamps.some((each) => revoked.has(getFingerprint(each)))) {
    await authority.lookAnew()
    return { fault: 'revoked_certificate' }
  }
  if (state === 'missing' && !acceptsMissing) return { fault: 'no_statement' }
  const room = appendTimestampRoom(pdf, data)
  const stamped = await authority.stamp(joinCoveredBytes(room))
  if (stamped.state === 'none') return { fault: 'no_authority' }
  if (stamped.state === 'pending') return { fault: stamped.fault }
  fillTimestamp(room, stamped.token)
  const chain = authority.readChain(stamped.token)
  if ((await sources.revoked.listAmong(chain.map(getFingerprint))).size > 0)
    return { fault: 'revoked_certificate' }
  const by = findStamper(stamped.token)
  const until = computeProtectionEnd(chain.length > 0 || !by ? chain : [by])
  if (until <= clock.now()) return { fault: 'weak_algorithm' }
  return {
    bytes: room.bytes,
    sha256: hashHex(room.bytes),
    at: stamped.at,
    protectedUntil: until,
    renewAt: computeRenewal(clock.now(), until),
    validation: state,
  }
}
