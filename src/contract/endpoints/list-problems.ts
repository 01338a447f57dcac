import type { ProblemCode } from '../problem.ts'
import type { Endpoint, Who } from './endpoint.ts'
import { type EndpointName, endpoints } from './index.ts'

const passProblems: ProblemCode[] = ['gate_token_invalid', 'owner_cannot_submit', 'link_closed']

/** What those are told who may not call. */
const problemsOfCallers: Record<Who, ProblemCode[]> = {
  anybody: [],
  visitor: [],
  'account or anonymous': ['authentication_required'],
  account: ['authentication_required'],
  owner: ['authentication_required'],
  'pass holder': passProblems,
  uploader: passProblems,
  party: ['record_not_found', 'record_code_required'],
  'link holder': ['record_not_found'],
  'address holder': ['signed_url_invalid'],
  'wallet browser': ['wallet_session_not_found'],
  'payment provider': ['webhook_refused'],
  'mailbox reader': ['mailbox_unproven'],
}

/** Every refusal that an endpoint may answer: its own, and those that follow from its method, callers, limits and what it takes. */
export function listProblems(name: EndpointName): ProblemCode[] {
  const endpoint: Endpoint = endpoints[name]
  const {
    who,
    refusedCaller,
    absent,
    limits,
    query,
    json,
    urlEncoded,
    fromOtherSites,
    problems = [],
  } = endpoint
  return [
    ...new Set<ProblemCode>([
      ...(refusedCaller ? [refusedCaller] : problemsOfCallers[who]),
      ...(absent ? [absent] : []),
      ...(query || json || urlEncoded ? (['validation_failed'] as const) : []),
      // A body is taken where there is room for it, whatever becomes of it.
      ...(name.startsWith('GET ')
        ? []
        : (['body_unreadable', 'body_too_large', 'body_too_slow', 'rate_limited'] as const)),
      ...(name.startsWith('GET ') || fromOtherSites ? [] : (['cross_site'] as const)),
      ...(limits ? (['rate_limited'] as const) : []),
      ...problems,
      'temporarily_unavailable',
      'unexpected_failure',
    ]),
  ]
}
