import { draftSaveSchema, foundDraftSchema, savedDraftSchema } from '../draft.ts'
import { type EndpointTable, kB } from './endpoint.ts'

/** What a creator has begun: one draft of each kind, `age` or `person`. */
export const draftEndpoints = {
  'GET /api/drafts/:kind': {
    summary: 'The person’s unfinished verification of a kind, with its files; null where there is none',
    who: 'account',
    status: 200,
    answer: foundDraftSchema,
    problems: ['not_found'],
  },
  'PUT /api/drafts/:kind': {
    summary: 'Keeps the unfinished verification of a kind, unless it was saved or ended elsewhere meanwhile',
    who: 'account',
    limits: { account: { name: 'draft-saving', points: 600, seconds: 600 } },
    maxBytes: 128 * kB,
    json: draftSaveSchema,
    status: 200,
    answer: savedDraftSchema,
    problems: ['not_found', 'draft_changed'],
  },
  'DELETE /api/drafts/:kind': {
    summary: 'Destroys the unfinished verification of a kind and its files; no error where there is none',
    who: 'account',
    status: 204,
    problems: ['not_found'],
  },
} satisfies EndpointTable
