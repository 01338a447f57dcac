import { X509Certificate } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { hashHex } from '../../hash-hex.ts'
import type { Sealer } from '../sealer.ts'
import type { TimeAuthority } from '../sealing/time-authority.ts'
import { stampedBy } from '../sealing/timestamp-token.ts'
import { tokenOfSeal } from './archived-copy.ts'
import { collectValidation } from './collect-validation.ts'
import { appendTimestampRoom, coveredBytes, fillTimestamp } from './document-timestamp.ts'
import { protectedUntil, renewalAt } from './lifetime.ts'
import type { Revocation } from './revocation.ts'

type Parts = { authority: TimeAuthority | null; revocation: Revocation; clock: Clock }

/** Makes archived copies with the configured authority (`Sealer.archive`). */
export function archiver({ authority, revocation, clock }: Parts): Sealer['archive'] {
  return async (pdf, { sealChain, earlier, acceptsMissing }) => {
    if (!authority) return { fault: 'no_authority' }
    if (authority.isSilent()) return { fault: 'unreachable' }
    const token = tokenOfSeal(pdf)
    const { data, state } = await collectValidation(revocation, [
      sealChain.map((der) => new X509Certificate(der)),
      ...[...(token ? [token] : []), ...earlier].map(authority.chainOf),
      await authority.chain(),
    ])
    if (state === 'missing' && !acceptsMissing) return { fault: 'no_statement' }
    const room = appendTimestampRoom(pdf, data)
    const stamped = await authority.stamp(coveredBytes(room))
    if (stamped.state !== 'granted') return stamped.state === 'none' ? { fault: 'no_authority' } : stamped
    fillTimestamp(room, stamped.token)
    const chain = authority.chainOf(stamped.token)
    const by = stampedBy(stamped.token)
    const until = protectedUntil(chain.length > 0 || !by ? chain : [by])
    const { bytes } = room
    return {
      bytes,
      sha256: hashHex(bytes),
      at: stamped.at,
      protectedUntil: until,
      renewAt: renewalAt(clock.now(), until),
      validation: state,
    }
  }
}
