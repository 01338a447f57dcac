export { destroyUnclaimedDraftsJob } from './destroy-unclaimed.ts'
export { endDraft } from './end-draft.ts'
export { forgetDraftsJob } from './forget-drafts.ts'
export { lockDraft } from './store.ts'
