import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { paths } from '../../contract/paths.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import type { AppEnv } from './app-env.ts'
import { holdRoom, roomRetryAfterSeconds } from './hold-room.ts'
import { functionProblemResponse, problemResponse } from './problem.ts'
import { refuse } from './refusal.ts'

/** Far above any form of this product. */
const formMaxBytes = 64 * 1024

/** Room for every text of a creation at many times its longest, so that the answer can name the one that is too long. */
const creationMaxBytes = 2 * 1024 * 1024

/** Far above any message of the payment provider. */
const webhookMaxBytes = 1024 * 1024

/** The paths that take more than a form. */
const maxBytesOf = new Map<string, number>([
  [paths.verifications, creationMaxBytes],
  [paths.stripeWebhook, webhookMaxBytes],
])

const uploadPaths: readonly string[] = [paths.documents, paths.thirdPartyUpload]

/**
 * Refuses a body that is larger than anything its path takes, before it is read whole, and lets only so many be in memory at once. A file
 * gets its room in its route, once that knows who sends it.
 */
export const bodyLimits = createMiddleware<AppEnv>(async (c, next) => {
  const isUpload = uploadPaths.includes(c.req.path)
  // A file that does not say its length is read by its route (upload-form.ts).
  if (isUpload && !c.req.header('content-length')) return next()
  const answer = (code: ProblemCode, retryAfterSeconds?: number) => {
    const refusal = refuse(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
    return c.req.path.startsWith('/functions/')
      ? functionProblemResponse(c, refusal)
      : problemResponse(c, refusal)
  }
  const maxBytes = isUpload ? uploadMaxBytes : (maxBytesOf.get(c.req.path) ?? formMaxBytes)
  const onError = () => answer(isUpload ? 'file_too_large' : 'body_too_large')
  const limited = () =>
    Promise.resolve(bodyLimit({ maxSize: maxBytes, onError })(c, next)).then((given) => ({ given }))
  if (isUpload) return (await limited()).given
  const held = await holdRoom(c, { maxBytes }, limited)
  return held ? held.given : answer('rate_limited', roomRetryAfterSeconds)
})
