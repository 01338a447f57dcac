import type { Hono } from 'hono'
import { z } from 'zod'
import { findMediaType, kB } from '../../contract/endpoint.ts'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  listProblems,
  type Who,
} from '../../contract/endpoints.ts'
import { explainProblem, problemSchema, problems } from '../../contract/problem.ts'
import { productName } from '../../domain/product.ts'
import type { AppEnv } from '../http/app-env.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import { speakProtocol } from '../platform/language/index.ts'
import type { Platform } from '../platform/platform.ts'

export function createApiDescriptionRoutes(platform: Platform): Hono<AppEnv> {
  // Created for the first request, because most processes never get one, and always in English.
  let document: ReturnType<typeof describeApi> | undefined
  return serveEndpoints(
    platform,
    {},
    {
      'GET /api/openapi.json'() {
        document ??= speakProtocol(() => describeApi(platform.settings.publicUrl))
        return document
      },
    },
  )
}

/** The description of the API as an OpenAPI 3.1 document, derived from the table of endpoints. */
function describeApi(publicUrl: string): Record<string, unknown> {
  const described: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const [method = '', pattern = ''] = name.split(' ')
    const path = pattern.replace(/:(\w+)/g, '{$1}')
    described[path] = { ...described[path], [method.toLowerCase()]: describeEndpoint(name) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${productName} API`, version: '1' },
    externalDocs: { description: 'The same for people', url: `${publicUrl}/api-reference` },
    servers: [{ url: publicUrl }],
    paths: described,
    components: {
      schemas: { Problem: toJsonSchema(problemSchema, 'output') },
      securitySchemes: {
        account: { type: 'http', scheme: 'bearer', description: 'The access token of a session' },
        thirdParty: {
          type: 'http',
          scheme: 'bearer',
          description: 'What the email gate or a mailed link gave',
        },
        walletBrowser: {
          type: 'http',
          scheme: 'bearer',
          description: 'What the browser was given that began a request to a wallet',
        },
        mailbox: {
          type: 'http',
          scheme: 'bearer',
          description: 'What the code gave that was mailed to an address',
        },
      },
    },
  }
}

/** The `securitySchemes` accepted, any one of them; an empty name means that none is needed. */
const schemesByWho: Record<Who, string[]> = {
  public: [],
  visitor: ['', 'account'],
  'account or anonymous': ['', 'account'],
  account: ['account'],
  owner: ['account'],
  'pass holder': ['thirdParty'],
  uploader: ['thirdParty'],
  party: ['account', 'thirdParty'],
  reader: ['account', 'thirdParty'],
  'link holder': ['account', 'thirdParty'],
  // The URL itself, or the body, is signed.
  'address holder': [],
  'payment provider': [],
  'wallet browser': ['walletBrowser'],
  'mailbox reader': ['mailbox'],
}

function describeEndpoint(name: EndpointName): Record<string, unknown> {
  const endpoint: Endpoint = endpoints[name]
  const body = describeBody(endpoint)
  return {
    summary: endpoint.summary,
    security: schemesByWho[endpoint.who].map((scheme) => (scheme ? { [scheme]: [] } : {})),
    parameters: [
      ...[...name.matchAll(/:(\w+)/g)].map(([, param]) => ({
        name: param,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...describeParameters('query', endpoint.query),
      ...describeParameters('header', endpoint.headers),
    ],
    ...(body
      ? {
          requestBody: {
            description: `At most ${(endpoint.maxBytes ?? 0) / kB} kB.`,
            required: true,
            content: body,
          },
        }
      : {}),
    responses: { [endpoint.status]: describeSuccess(endpoint), ...describeRefusals(name) },
  }
}

function describeParameters(place: 'query' | 'header', parameters: z.ZodObject | undefined): unknown[] {
  return Object.entries(parameters?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = toJsonSchema(schema, 'input')
    return {
      name,
      in: place,
      required: !z.safeParse(schema, undefined).success,
      ...(description ? { description } : {}),
      schema: rest,
    }
  })
}

function describeBody(endpoint: Endpoint): Record<string, unknown> | null {
  const mediaType = findMediaType(endpoint)
  const { json, signedJson, urlEncoded, form } = endpoint
  const schema = signedJson ?? urlEncoded ?? form ?? (typeof json === 'function' ? json(new Date(0)) : json)
  if (!mediaType || !schema) return null
  const described = toJsonSchema(schema, 'input')
  if (!form) return { [mediaType]: { schema: described } }
  const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  return { [mediaType]: { schema: { allOf: [file, described] } } }
}

function describeSuccess({ answer, media }: Endpoint): Record<string, unknown> {
  const schema = answer ? { schema: toJsonSchema(answer, 'output') } : {}
  const types = media ?? (answer ? ['application/json'] : [])
  if (types.length === 0) return { description: 'Done' }
  return { description: 'Done', content: Object.fromEntries(types.map((type) => [type, schema])) }
}

/** Every refusal by its status, with its problem codes. */
function describeRefusals(name: EndpointName): Record<number, unknown> {
  const refusals: Record<number, unknown> = {}
  for (const [status, codes] of Map.groupBy(listProblems(name), (code) => problems[code].status)) {
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
    }
    refusals[status] = {
      description: codes.map((code) => explainProblem(code).title).join('; '),
      content: { 'application/problem+json': { schema } },
    }
  }
  return refusals
}

function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
