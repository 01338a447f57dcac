import { z } from 'zod'
import { problemSchema } from '../../contract/problem.ts'
import { productName } from '../../domain/product.ts'
import type { Caller, Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

/** The description of the API as an OpenAPI 3.1 document. */
export function openApi(publicUrl: string): Record<string, unknown> {
  const described: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    described[path] = { ...described[path], [endpoint.method]: operation(endpoint) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${productName} API`, version: '1' },
    servers: [{ url: publicUrl }],
    paths: described,
    components: {
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
      securitySchemes: {
        account: { type: 'http', scheme: 'bearer', description: 'The access token of a session' },
        thirdParty: {
          type: 'http',
          scheme: 'bearer',
          description: 'What the email gate or a mailed link gave',
        },
      },
    },
  }
}

/** The names below `securitySchemes`. */
const schemeOf: Record<Caller, string> = { account: 'account', 'third party': 'thirdParty' }

function operation(endpoint: Endpoint): Record<string, unknown> {
  const body = requestBody(endpoint)
  return {
    summary: endpoint.summary,
    security: endpoint.callers.map((caller) => ({ [schemeOf[caller]]: [] })),
    parameters: parameters(endpoint),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [endpoint.status]: success(endpoint),
      default: {
        description: 'A refusal (RFC 9457)',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function parameters({ path, query, headers }: Endpoint): unknown[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return [...inPath, ...given('query', query), ...given('header', headers)]
}

function given(place: 'query' | 'header', parameters: z.ZodObject | undefined): unknown[] {
  return Object.entries(parameters?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = jsonSchema(schema, 'input')
    return {
      name,
      in: place,
      required: !z.safeParse(schema, undefined).success,
      ...(description ? { description } : {}),
      schema: rest,
    }
  })
}

function requestBody({ json, form }: Endpoint): Record<string, unknown> | null {
  if (json) return { 'application/json': { schema: jsonSchema(json, 'input') } }
  if (!form) return null
  const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  return { 'multipart/form-data': { schema: { allOf: [file, jsonSchema(form, 'input')] } } }
}

function success({ answer, media }: Endpoint): Record<string, unknown> {
  const schema = answer ? { schema: jsonSchema(answer, 'output') } : {}
  const types = media ?? (answer ? ['application/json'] : [])
  if (types.length === 0) return { description: 'Done' }
  return { description: 'Done', content: Object.fromEntries(types.map((type) => [type, schema])) }
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
