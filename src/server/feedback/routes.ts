import { Hono } from 'hono'
import { feedbackSchema } from '../../contract/feedback.ts'
import { paths } from '../../contract/paths.ts'
import { accountOrAnonymous } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problemResponse } from '../http/problem.ts'
import { isRefusal } from '../http/refusal.ts'
import { validatedJson } from '../http/validated.ts'
import type { Platform } from '../platform/platform.ts'
import { limitFeedback } from './limits.ts'
import { insertFeedback } from './store.ts'

/** Takes feedback from anybody. Its words are kept in its row and told to nobody: no log, no trail, no answer. */
export function feedbackRoutes(platform: Platform): Hono<AppEnv> {
  return new Hono<AppEnv>().post(paths.feedback, async (c) => {
    const account = await accountOrAnonymous(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const limited = await limitFeedback(platform, account, c.get('clientIp'))
    if (limited) return problemResponse(c, limited)
    const feedback = await validatedJson(c, feedbackSchema)
    if (isRefusal(feedback)) return problemResponse(c, feedback)
    const by = { accountId: account?.id ?? null, createdAt: platform.clock.now() }
    await insertFeedback(platform.database, { ...feedback, ...by })
    return c.body(null, 204)
  })
}
