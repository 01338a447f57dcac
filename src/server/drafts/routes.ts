import type { Hono } from 'hono'
import { verificationKinds } from '../../domain/verification/kind.ts'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { endDraft } from './end-draft.ts'
import { saveDraft } from './save-draft.ts'
import { showDraft } from './show-draft.ts'
import type { DraftOwner } from './store.ts'

export function createDraftsRoutes(platform: Platform): Hono<AppEnv> {
  function parseOwner(caller: { id: string }, kindInAddress: string): DraftOwner | Refusal {
    const kind = verificationKinds.find((candidate) => candidate === kindInAddress)
    return kind ? { userId: caller.id, kind } : refuse('not_found')
  }

  return serveEndpoints(platform, accountCallers, {
    'GET /api/drafts/:kind'({ caller, params, c }) {
      c.header('Cache-Control', 'private, no-store')
      const owner = parseOwner(caller, params.kind)
      return isRefusal(owner) ? owner : showDraft(platform, owner)
    },

    'PUT /api/drafts/:kind'({ caller, params, body }) {
      const owner = parseOwner(caller, params.kind)
      return isRefusal(owner) ? owner : saveDraft(platform, owner, body)
    },

    async 'DELETE /api/drafts/:kind'({ caller, params }) {
      const owner = parseOwner(caller, params.kind)
      if (isRefusal(owner)) return owner
      await platform.database.transaction((tx) => endDraft(platform, tx, owner))
      return null
    },
  })
}
