import { z } from 'zod'
import { accountEndpoints } from './account-endpoints.ts'
import { documentReadingEndpoints } from './document-reading-endpoints.ts'
import { draftEndpoints } from './draft-endpoints.ts'
import { feedbackEndpoints } from './feedback-endpoints.ts'
import { identityCheckEndpoints } from './identity-check-endpoints.ts'
import { planEndpoints } from './plan-endpoints.ts'
import { privacyEndpoints } from './privacy-endpoints.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { thirdPartyEndpoints } from './third-party-endpoints.ts'
import { verificationEndpoints } from './verification-endpoints.ts'
import { walletEndpoints } from './wallet-endpoints.ts'

export type { Endpoint, Who } from './endpoint.ts'

/**
 * The product's own API, each endpoint under its method and path. The server serves it, the browser's calls are typed by it, the published
 * description is derived from it, and tests hold the answers against it. The browser takes its types only, which weigh nothing there.
 */
export const endpoints = {
  ...accountEndpoints,
  ...planEndpoints,
  ...draftEndpoints,
  ...verificationEndpoints,
  ...documentReadingEndpoints,
  ...thirdPartyEndpoints,
  ...recordEndpoints,
  ...walletEndpoints,
  ...feedbackEndpoints,
  ...identityCheckEndpoints,
  ...privacyEndpoints,
  'GET /api/openapi.json': {
    summary: 'This description',
    who: 'anybody',
    status: 200,
    answer: z.looseObject({}),
  },
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

/** The names of the `:name` parts of an endpoint's path. */
export type ParamName<Name extends string> = Name extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamName<Rest>
  : Name extends `${string}:${infer Param}`
    ? Param
    : never

/** The schema of an endpoint's JSON body; undefined where it takes none. */
export type JsonSchema<Name extends EndpointName> = Endpoints[Name] extends { json: infer Json }
  ? Json extends z.ZodType
    ? Json
    : Json extends (now: Date) => infer Schema
      ? Extract<Schema, z.ZodType>
      : never
  : z.ZodUndefined

/** What an endpoint's body is once it is read: JSON, or the fields of a form. */
export type BodyOf<Name extends EndpointName> = Endpoints[Name] extends {
  urlEncoded: infer Fields extends z.ZodType
}
  ? z.output<Fields>
  : z.output<JsonSchema<Name>>

/** The schema of an endpoint's query; empty where it takes none. */
export type QuerySchema<Name extends EndpointName> = Endpoints[Name] extends {
  query: infer Query extends z.ZodObject
}
  ? Query
  : z.ZodObject<Record<never, never>>

/** What a success answers; undefined where it answers nothing. */
export type Answer<Name extends EndpointName> = Endpoints[Name] extends {
  answer: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined
