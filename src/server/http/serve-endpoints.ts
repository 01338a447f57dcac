import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { findMediaType } from '../../contract/endpoint.ts'
import {
  type Answer,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  endpoints,
  type ParamName,
  type QuerySchema,
  type Who,
} from '../../contract/endpoints.ts'
import { toCanonicalId } from '../../domain/typed-text.ts'
import type { Platform } from '../platform/platform.ts'
import { queueRetryAfterSeconds } from '../platform/waiting/index.ts'
import type { AppEnv } from './app-env.ts'
import { consumeForClient } from './client.ts'
import { holdRoom, isBodiless } from './hold-room.ts'
import { findForeignCall } from './origin.ts'
import { answerProblem, isRefusal, type Refusal, refuse, validate } from './problem.ts'

type Identity = {
  /** Returns the caller, or the refusal of an unauthorised one. `id` is the id in the path, null if it has none. */
  find(platform: Platform, c: Context<AppEnv>, id: string | null): Promise<unknown>
  /** The key by which the caller's requests are counted. */
  name(caller: never): string
}

export type Identities = Partial<Record<Who, Identity>>

/** Callers that the handler identifies itself, or doesn't need to identify. */
type Unidentified = 'public' | 'address holder' | 'payment provider'

/** The arguments of a handler, checked against the table. */
type Call<Name extends EndpointName, Ids extends Identities> = {
  caller: Endpoints[Name]['who'] extends infer W extends keyof Ids
    ? Ids[W] extends { find: (...given: never[]) => Promise<infer Caller> }
      ? Exclude<Caller, Refusal>
      : null
    : null
  /** `id` in its canonical form; null for an invalid id, unless the table gives the refusal for it (`absent`). */
  params: {
    [Param in ParamName<Name>]: Param extends 'id'
      ? Endpoints[Name] extends { absent: string }
        ? string
        : string | null
      : string
  }
  query: z.output<QuerySchema<Name>>
  body: BodyOf<Name>
  clientIp: string
  c: Context<AppEnv>
}

/** The result of a handler. Where the table has no answer, everything except a refusal is a success. */
type Result<Name extends EndpointName> = Endpoints[Name] extends { media: string[] }
  ? Response | Refusal
  : Endpoints[Name] extends { answer: z.ZodType }
    ? Answer<Name> | Refusal
    : unknown

type Handle<Name extends EndpointName, Ids extends Identities> = (
  call: Call<Name, Ids>,
) => Result<Name> | Promise<Result<Name>>

/** A handler with its own reading of the body, for refusals that are more specific than its schema's. */
type Reading<Name extends EndpointName, Ids extends Identities> = {
  read(body: unknown, now: Date): BodyOf<Name> | Refusal
  handle: Handle<Name, Ids>
}

type Handlers<Ids extends Identities> = {
  [Name in EndpointName as Endpoints[Name]['who'] extends keyof Ids | Unidentified ? Name : never]?:
    | Handle<Name, Ids>
    | Reading<Name, Ids>
}

type AnyCall = {
  caller: unknown
  params: object
  query: unknown
  body: unknown
  clientIp: string
  c: Context
}
type AnyHandler = {
  read?: (body: unknown, now: Date) => unknown
  handle: (call: AnyCall) => unknown
}

/**
 * Serves endpoints of the table (contract/endpoints). Checks here, and only here, in this order: the size of the body,
 * the page that made the request, the caller, the rate limit, the id in the path, the query and the body. Each refusal,
 * including the handler's, becomes a problem document.
 */
export function serveEndpoints<Ids extends Identities>(
  platform: Platform,
  identities: Ids,
  handlers: Handlers<Ids>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const [key, given] of Object.entries(handlers)) {
    const name = key as EndpointName
    const handler = (typeof given === 'function' ? { handle: given } : given) as AnyHandler
    const endpoint: Endpoint = endpoints[name]
    const [method = '', path = ''] = name.split(' ')
    app.on(method, path, limitBody(endpoint), async (c) => {
      const call = await admit(platform, c, endpoint, identities[endpoint.who], handler.read)
      const answer = isRefusal(call) ? call : await handler.handle(call)
      if (isRefusal(answer)) return answerProblem(c, answer, endpoint.errorText)
      if (answer instanceof Response) return answer
      if (!endpoint.answer) return c.body(null, endpoint.status)
      return c.json(answer as object, endpoint.status as ContentfulStatusCode)
    })
  }
  return app
}

async function admit(
  platform: Platform,
  c: Context<AppEnv>,
  endpoint: Endpoint,
  identity: Identity | undefined,
  read: AnyHandler['read'],
): Promise<AnyCall | Refusal> {
  const foreign = findForeignCall(c, { ...endpoint, mediaType: findMediaType(endpoint) })
  if (foreign) return refuse(foreign)
  const id = parseIdParam(c)
  const caller = identity ? await identity.find(platform, c, id) : null
  if (isRefusal(caller)) {
    const { withoutSession } = endpoint
    return withoutSession && caller.refused === 'authentication_required' ? refuse(withoutSession) : caller
  }
  const clientIp = c.get('clientIp')
  const callerName = identity && caller ? identity.name(caller as never) : null
  const limited = await limitCalls(platform, endpoint, callerName, clientIp)
  if (limited) return limited
  if (endpoint.absent && id === null) return refuse(endpoint.absent)
  const query = endpoint.query ? validate(endpoint.query, c.req.query()) : {}
  if (isRefusal(query)) return query
  const body = await readBody(c, endpoint, platform.clock.now(), read)
  if (isRefusal(body)) return body
  return { caller, params: { ...c.req.param(), id }, query, body, clientIp, c }
}

/** Takes one call from the caller's rate limit, or from the client network's if there is no caller. */
async function limitCalls(
  { rateLimits }: Platform,
  { limits }: Endpoint,
  callerName: string | null,
  clientIp: string,
): Promise<Refusal | null> {
  const limit = callerName ? limits?.caller : limits?.network
  if (!limit) return null
  const { allowed, retryAfterSeconds } = await (callerName
    ? rateLimits.consume(limit, callerName)
    : consumeForClient(rateLimits, limit, clientIp))
  return allowed ? null : refuse('rate_limited', { retryAfterSeconds })
}

async function readBody(
  c: Context<AppEnv>,
  { json, urlEncoded, allowsMultipart }: Endpoint,
  now: Date,
  read: AnyHandler['read'],
): Promise<unknown> {
  if (urlEncoded && allowsMultipart) {
    const fields = await c.req.parseBody().catch(() => null)
    return fields ? validate(urlEncoded, fields) : refuse('body_unreadable')
  }
  if (urlEncoded) return validate(urlEncoded, Object.fromEntries(new URLSearchParams(await c.req.text())))
  if (!json) return undefined
  let body: unknown
  try {
    body = await c.req.json()
  } catch {
    return refuse('body_unreadable')
  }
  return read ? read(body, now) : validate(typeof json === 'function' ? json(now) : json, body)
}

/** For endpoints without a body: some clients send an empty object. */
const unreadMaxBytes = 1024

/**
 * Refuses a body larger than its endpoint allows before all of it is read, and limits the bodies in memory at once. A
 * file gets its room in its route, where its sender is known.
 */
const limitBody = ({ maxBytes = unreadMaxBytes, form }: Endpoint) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (isBodiless(c)) return next()
    // A file without a Content-Length is read by its route (upload.ts).
    if (form && !c.req.header('content-length')) return next()
    const onError = () => answerProblem(c, refuse(form ? 'file_too_large' : 'body_too_large'))
    const refuseLength = () =>
      Promise.resolve(bodyLimit({ maxSize: maxBytes, onError })(c, next)).then((given) => ({ given }))
    if (form) return (await refuseLength()).given
    const held = await holdRoom(c, { maxBytes }, refuseLength)
    if (held) return held.given
    return answerProblem(c, refuse('rate_limited', { retryAfterSeconds: queueRetryAfterSeconds }))
  })

/**
 * The `:id` of a route in its canonical form, for every spelling in the path; null for an invalid id. Handlers get
 * ids only from here: PostgreSQL accepts upper and lower case and returns lower case, so a handler that compared the
 * raw id would see two different ids.
 */
export function parseIdParam(c: Context): string | null {
  return toCanonicalId(c.req.param('id'))
}
