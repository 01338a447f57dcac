import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { Endpoint } from '../../contract/endpoints/index.ts'
import type { AppEnv } from './app-env.ts'
import { holdRoom, isBodiless, roomRetryAfterSeconds } from './hold-room.ts'
import { answerProblem } from './problem.ts'
import { refuse } from './refusal.ts'

/** For endpoints that take no body: some clients send an empty object. */
const unreadMaxBytes = 1024

/**
 * Refuses a body that is larger than its endpoint takes before it is read whole, and lets only so many be in memory at once. A file gets its
 * room in its route, once that knows who sends it.
 */
export const limitBody = ({ maxBytes = unreadMaxBytes, form }: Endpoint) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (isBodiless(c)) return next()
    // A file that does not say its length is read by its route (upload-form.ts).
    if (form && !c.req.header('content-length')) return next()
    const onError = () => answerProblem(c, refuse(form ? 'file_too_large' : 'body_too_large'))
    const refuseLength = () =>
      Promise.resolve(bodyLimit({ maxSize: maxBytes, onError })(c, next)).then((given) => ({ given }))
    if (form) return (await refuseLength()).given
    const held = await holdRoom(c, { maxBytes }, refuseLength)
    if (held) return held.given
    return answerProblem(c, refuse('rate_limited', { retryAfterSeconds: roomRetryAfterSeconds }))
  })
