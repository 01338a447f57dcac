import { writeCanonicalJson } from '../../../../domain/canonical-json.ts'
import { type DetachedJws, findSigner, signDetached } from './detached-jws.ts'
import type { SealKey } from './seal-key.ts'
import type { Succession } from './succession.ts'

/** Has both keys sign that one follows the other. */
export async function signSuccession(former: SealKey, next: SealKey, at: Date): Promise<Succession> {
  const statement = {
    document: 'seal-key-succession' as const,
    at: at.toISOString(),
    certificateSha256: next.certificateSha256,
    predecessorSha256: former.certificateSha256,
  }
  const text = writeCanonicalJson(statement)
  const [predecessor, successor]: [DetachedJws, DetachedJws] = await Promise.all([
    signDetached(text, former),
    signDetached(text, next),
  ])
  return { ...statement, signatures: { predecessor, successor } }
}

/** Whether both keys signed it. */
export function isSigned({ signatures, ...statement }: Succession): boolean {
  const text = writeCanonicalJson(statement)
  return (
    findSigner(text, signatures.predecessor) === statement.predecessorSha256 &&
    findSigner(text, signatures.successor) === statement.certificateSha256
  )
}
