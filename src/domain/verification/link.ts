import type { VerificationKind } from './kind.ts'

/** The link that the creator shares: `{origin}/verify/{id}`, with `?type=person` for the person kind (LINK-1). */
export function writeVerificationLink(origin: string, id: string, kind: VerificationKind): string {
  return `${origin}/verify/${id}${kind === 'person' ? '?type=person' : ''}`
}
