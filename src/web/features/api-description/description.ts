/** The part of a JSON Schema that this page displays. */
type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Schemas by media type. */
export type Content = Record<string, { schema?: Schema }>

/** The part of an endpoint in /api/openapi.json that this page displays. */
export type Operation = {
  summary: string
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { description: string; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** The part of /api/openapi.json that this page displays. */
export type Description = {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { description: string }> }
}

/** The codes of the refusals for a status. */
export function listCodes({ content }: Operation['responses'][string]): string[] {
  const [, { properties } = {}] = content?.['application/problem+json']?.schema?.allOf ?? []
  return (properties?.['code']?.enum ?? []).map(String)
}

/** A schema as a short text in TypeScript-like syntax, with its limits in brackets. */
export function writeShape(schema: Schema, indent = ''): string {
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return [...new Set(parts.map((part) => writeShape(part, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => writeShape(part, indent)).join(' & ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.properties) return writeObject(schema, indent)
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${writeShape(schema.additionalProperties, indent)} }`
  if (schema.type === 'array') return writeArray(schema.items ?? {}, indent)
  const limits = schema.format ?? writeRange(schema) ?? schema.pattern
  return `${[schema.type ?? 'any'].flat().join(' | ')}${limits ? ` (${limits})` : ''}`
}

function writeObject({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, part]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${writeShape(part, inner)}\n`,
  )
  return `{\n${lines.join('')}${indent}}`
}

function writeArray(items: Schema, indent: string): string {
  const item = writeShape(items, indent)
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function writeRange(schema: Schema): string | null {
  const least = schema.minLength ?? schema.minimum
  const most = schema.maxLength ?? schema.maximum
  if (least === undefined && most === undefined) return null
  return most === undefined ? `≥ ${least}` : least === undefined ? `≤ ${most}` : `${least}–${most}`
}

/** A curl call of an endpoint; the values to fill in are shell variables. */
export function writeExample(origin: string, method: string, path: string, operation: Operation): string {
  const { parameters, requestBody, security, responses } = operation
  const query = parameters.filter((one) => one.in === 'query' && one.required)
  const address = `${origin}${path.replaceAll(/\{(\w+)\}/g, '$$$1')}`
  const search = query.map(({ name }) => `${name}=$${name}`).join('&')
  const [media = '', { schema = {} } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const isFile = !['application/json', 'text/event-stream', undefined].includes(
    Object.keys(success?.content ?? {})[0],
  )
  return [
    `curl -X ${method} "${address}${search ? `?${search}` : ''}"`,
    ...(security.some((scheme) => Object.keys(scheme).length > 0)
      ? ['-H "Authorization: Bearer $token"']
      : []),
    ...(media === 'application/json' ? ['--json @body.json'] : []),
    ...(media === 'multipart/form-data'
      ? ['-F file=@photo.jpg', ...listFields(schema).map((name) => `-F "${name}=$${name}"`)]
      : []),
    ...(media === 'application/x-www-form-urlencoded'
      ? listFields(schema).map((name) => `--data-urlencode "${name}=$${name}"`)
      : []),
    ...(isFile ? ['-O'] : []),
  ].join(' \\\n  ')
}

/** The required text fields of a form. */
function listFields({ allOf = [], required = [] }: Schema): string[] {
  return [...required, ...allOf.flatMap((part) => part.required ?? [])]
}
