import { type DraftContent, draftContentSchema } from '../../contract/draft.ts'
import type { Platform } from '../platform/platform.ts'
import type { DraftOwner } from './store.ts'

type Parts = Pick<Platform, 'encryption'>

/** What was typed as it is kept: encrypted with the document key, and of no use in another account's row. */
export async function sealContent(parts: Parts, owner: DraftOwner, content: DraftContent): Promise<Buffer> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  return Buffer.from(await parts.encryption.seal(bytes, nameContext(owner)))
}

/** What was typed. Throws where the row was altered or the key is another. */
export async function openContent(parts: Parts, owner: DraftOwner, sealed: Buffer): Promise<DraftContent> {
  const bytes = await parts.encryption.open(sealed, nameContext(owner))
  return draftContentSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

function nameContext({ userId, kind }: DraftOwner) {
  return { purpose: 'draft', owner: userId, kind }
}
