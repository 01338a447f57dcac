import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { paths } from '../../contract/paths.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import type { AppEnv } from './app-env.ts'
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

/** Refuses a body that is larger than anything its path takes, before it is read whole. */
export const bodyLimits = createMiddleware<AppEnv>((c, next) => {
  const isUpload = uploadPaths.includes(c.req.path)
  // A file that does not say its length is read by its route, once that knows who sends it (upload-form.ts).
  if (isUpload && !c.req.header('content-length')) return next()
  const code: ProblemCode = isUpload ? 'file_too_large' : 'body_too_large'
  return bodyLimit({
    maxSize: isUpload ? uploadMaxBytes : (maxBytesOf.get(c.req.path) ?? formMaxBytes),
    onError: () =>
      c.req.path.startsWith('/functions/')
        ? functionProblemResponse(c, refuse(code))
        : problemResponse(c, refuse(code)),
  })(c, next)
})
