import type { Refusal } from '../http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { destroyGiven } from '../privacy/index.ts'
import { endPass } from './passes.ts'
import { type GatePass, withOpenVerification } from './policy.ts'
import { notePrivateNo } from './private-no.ts'

/**
 * Records that the third party says no without informing the creator (NO-1). Their files and proofs are destroyed and
 * their pass ends. The verification is unchanged, so the creator sees no difference until the link expires. Other
 * passes stay too, because ending them would inform a creator who holds one.
 */
export function refusePrivately(platform: Platform, pass: GatePass): Promise<{ ok: true } | Refusal> {
  return withOpenVerification(platform, pass, async (tx, row) => {
    await destroyGiven(platform, tx, row.id)
    await notePrivateNo(platform, tx, row, platform.clock.now())
    await endPass(tx, pass.tokenSha256)
    return { ok: true }
  })
}
