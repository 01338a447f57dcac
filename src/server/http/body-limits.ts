import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { fillAddress } from '../../contract/address.ts'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import type { AppEnv } from './app-env.ts'
import { holdRoom, isBodiless, roomRetryAfterSeconds } from './hold-room.ts'
import { answerProblem } from './problem.ts'
import { refuse } from './refusal.ts'

/** Far above any form of this product. */
const formMaxBytes = 64 * 1024

/** Room for every text of a creation at many times its longest, so that the answer can name the one that is too long. */
const creationMaxBytes = 2 * 1024 * 1024

/** Far above any message of the payment provider. */
const webhookMaxBytes = 1024 * 1024

/** The paths that take more than a form. */
const maxBytesOf = new Map<string, number>([
  [fillAddress('POST /api/verifications'), creationMaxBytes],
  [fillAddress('POST /functions/v1/stripe-webhook'), webhookMaxBytes],
])

const uploadPaths: readonly string[] = [
  fillAddress('POST /api/documents'),
  fillAddress('POST /functions/v1/third-party-upload'),
]

/**
 * Refuses a body that is larger than anything its path takes, before it is read whole, and lets only so many be in memory at once. A file
 * gets its room in its route, once that knows who sends it.
 */
export const bodyLimits = createMiddleware<AppEnv>(async (c, next) => {
  if (isBodiless(c)) return next()
  const isUpload = uploadPaths.includes(c.req.path)
  // A file that does not say its length is read by its route (upload-form.ts).
  if (isUpload && !c.req.header('content-length')) return next()
  const maxBytes = isUpload ? uploadMaxBytes : (maxBytesOf.get(c.req.path) ?? formMaxBytes)
  const onError = () => answerProblem(c, refuse(isUpload ? 'file_too_large' : 'body_too_large'))
  const refuseLength = () =>
    Promise.resolve(bodyLimit({ maxSize: maxBytes, onError })(c, next)).then((given) => ({ given }))
  if (isUpload) return (await refuseLength()).given
  const held = await holdRoom(c, { maxBytes }, refuseLength)
  if (held) return held.given
  return answerProblem(c, refuse('rate_limited', { retryAfterSeconds: roomRetryAfterSeconds }))
})
