import type { Refusal } from '../http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { endPass } from './passes.ts'
import { type GatePass, withOpenVerification } from './policy.ts'
import { notePrivateNo } from './private-no.ts'
import { destroyGiven } from './sets.ts'

/**
 * Records that the third party says no without informing the creator (NO-1). Their set is destroyed and their pass
 * ends. The verification is unchanged, so the creator sees no difference until the link expires. Other sets and passes
 * stay too, because a creator may hold one and would notice.
 */
export function refusePrivately(platform: Platform, pass: GatePass): Promise<{ ok: true } | Refusal> {
  return withOpenVerification(platform, pass, async (tx, row) => {
    await destroyGiven(platform, tx, { verificationId: row.id, setSha256: pass.setSha256 })
    await notePrivateNo(platform, tx, row, platform.clock.now())
    await endPass(tx, pass.tokenSha256)
    return { ok: true }
  })
}
