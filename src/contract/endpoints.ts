import { z } from 'zod'
import { accountEndpoints } from './account-endpoints.ts'
import { documentReadingEndpoints } from './document-reading.ts'
import { draftEndpoints } from './draft.ts'
import { emailChoicesEndpoints } from './email-choices.ts'
import type { Endpoint, Who } from './endpoint.ts'
import { feedbackEndpoints } from './feedback.ts'
import { keptProofEndpoints } from './kept-proof.ts'
import { localHelpEndpoints } from './local-help.ts'
import { planEndpoints } from './plan.ts'
import { privacyEndpoints } from './privacy.ts'
import type { ProblemCode } from './problem.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { thirdPartyEndpoints } from './third-party.ts'
import { verificationEndpoints } from './verification-endpoints.ts'
import { voucherEndpoints } from './voucher.ts'
import { walletEndpoints } from './wallet.ts'

export type { Endpoint, Who } from './endpoint.ts'

/**
 * The product's own API, each endpoint under its method and path. The server implements it, the browser's calls take
 * their types from it, the published description is derived from it, and tests check the answers against it. The
 * browser imports only its types, which add nothing to the bundle.
 */
export const endpoints = {
  ...accountEndpoints,
  ...planEndpoints,
  ...draftEndpoints,
  ...verificationEndpoints,
  ...documentReadingEndpoints,
  ...keptProofEndpoints,
  ...thirdPartyEndpoints,
  ...emailChoicesEndpoints,
  ...recordEndpoints,
  ...walletEndpoints,
  ...voucherEndpoints,
  ...feedbackEndpoints,
  ...localHelpEndpoints,
  ...privacyEndpoints,
  'GET /api/openapi.json': {
    summary: 'Gets this description',
    who: 'public',
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

/** The parsed body of an endpoint: JSON, or the fields of a form. */
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

/** The body of a successful response; undefined without one. */
export type Answer<Name extends EndpointName> = Endpoints[Name] extends {
  answer: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

const passProblems: ProblemCode[] = ['gate_token_invalid', 'owner_cannot_submit', 'link_closed']

const accountProblems: ProblemCode[] = ['authentication_required', 'second_step_required']

const problemsOfCallers: Record<Who, ProblemCode[]> = {
  public: [],
  visitor: [],
  'account or anonymous': accountProblems,
  account: accountProblems,
  owner: accountProblems,
  'pass holder': passProblems,
  uploader: passProblems,
  party: ['record_not_found', 'record_code_required'],
  reader: ['record_not_found', 'record_code_required'],
  'link holder': ['record_not_found'],
  'address holder': ['signed_url_invalid'],
  'wallet browser': ['wallet_session_not_found'],
  'payment provider': ['webhook_refused'],
  'mailbox reader': ['mailbox_unproven'],
}

/**
 * Every refusal that an endpoint may answer: its own, and those derived from its method, callers, limits and inputs.
 */
export function listProblems(name: EndpointName): ProblemCode[] {
  const endpoint: Endpoint = endpoints[name]
  const {
    who,
    withoutSession,
    absent,
    limits,
    query,
    json,
    urlEncoded,
    allowsOtherSites,
    problems = [],
  } = endpoint
  return [
    ...new Set<ProblemCode>([
      ...problemsOfCallers[who].map((code) =>
        withoutSession && code === 'authentication_required' ? withoutSession : code,
      ),
      ...(absent ? [absent] : []),
      ...(query || json || urlEncoded ? (['validation_failed'] as const) : []),
      // A body is accepted while there is capacity for it, before it is validated.
      ...(name.startsWith('GET ')
        ? []
        : (['body_unreadable', 'body_too_large', 'body_too_slow', 'rate_limited'] as const)),
      ...(name.startsWith('GET ') || allowsOtherSites ? [] : (['cross_site'] as const)),
      ...(limits ? (['rate_limited'] as const) : []),
      ...problems,
      'temporarily_unavailable',
      'unexpected_failure',
    ]),
  ]
}
