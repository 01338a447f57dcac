import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetPassesJobs } from './forget-gate-passes.ts'
import { codeMailJobs } from './mail-code.ts'

export { forgetPassesTask } from './forget-gate-passes.ts'

/** What the third party's side does by itself. */
export function thirdPartyJobs(platform: Platform): JobHandlers {
  return { ...forgetPassesJobs(platform), ...codeMailJobs(platform) }
}
