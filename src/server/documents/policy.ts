import { mayOpenThirdPartyDocuments } from '../../domain/plan/file-size.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { readTier } from '../plans/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { type DocumentRow, findDocumentNearUser } from './store.ts'

/**
 * The document, if the user may open it: their own always, the third party's once their verification is verified and on a paid tier, until a
 * legal hold alone keeps it.
 * Anything else does not exist.
 */
export async function findDocumentForUser(
  q: Queryable,
  id: string,
  userId: string,
): Promise<DocumentRow | Refusal> {
  const document = await findDocumentNearUser(q, id, userId)
  if (!document) return refuse('not_found')
  if (document.own) return document
  if (document.status !== 'verified' || document.withheldAt) return refuse('not_found')
  return mayOpenThirdPartyDocuments(await readTier(q, userId)) ? document : refuse('plan_required')
}
