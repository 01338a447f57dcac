import { describe, expect, it } from 'vitest'
import { listCodes, type Operation, writeExample, writeShape } from './description.ts'

describe('the reference of the API (ERROR-72)', () => {
  it('writes a schema in TypeScript-like syntax, with its limits', () => {
    const schema = {
      type: 'object',
      required: ['kind', 'name', 'tags'],
      properties: {
        kind: { const: 'age' },
        name: { type: 'string', minLength: 1, maxLength: 200 },
        tags: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
        id: { anyOf: [{ type: 'string', format: 'uuid', pattern: '^x$' }, { type: 'null' }] },
        way: { enum: ['qr', 'link'] },
        limit: { type: 'integer', minimum: 1 },
        hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        counts: { type: 'object', additionalProperties: { type: 'integer', maximum: 9 } },
        rest: {},
      },
    }
    expect(writeShape(schema)).toBe(`{
  kind: "age"
  name: string (1–200)
  tags: (string | null)[]
  id?: string (uuid) | null
  way?: "qr" | "link"
  limit?: integer (≥ 1)
  hash?: string (^[0-9a-f]{64}$)
  counts?: { [name]: integer (≤ 9) }
  rest?: any
}`)
    expect(writeShape({ oneOf: [{ const: 1 }, { const: 2 }] })).toBe('1 | 2')
    expect(writeShape({ allOf: [{ type: 'string' }, { const: 2 }] })).toBe('string & 2')
  })

  it('lists the codes of a refusal, and no codes of a success', () => {
    const schema = { allOf: [{}, { properties: { code: { enum: ['not_found'] } } }] }
    expect(listCodes({ description: '', content: { 'application/problem+json': { schema } } })).toEqual([
      'not_found',
    ])
    expect(listCodes({ description: 'Done' })).toEqual([])
  })

  it('writes a call with only the required parts', () => {
    const bare: Operation = {
      summary: '',
      security: [],
      parameters: [],
      responses: { 200: done('application/json') },
    }
    expect(writeExample('https://a.example', 'GET', '/api/prices', bare)).toBe(
      'curl -X GET "https://a.example/api/prices"',
    )
    const form = { required: ['category'], properties: {} }
    const upload: Operation = {
      ...bare,
      security: [{ account: [] }],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: {} },
        { name: 'from', in: 'query', required: true, schema: {} },
        { name: 'limit', in: 'query', required: false, schema: {} },
      ],
      requestBody: { description: '', content: { 'multipart/form-data': { schema: { allOf: [{}, form] } } } },
      responses: { 200: done('application/pdf') },
    }
    expect(writeExample('https://a.example', 'POST', '/api/x/{id}', upload)).toBe(
      [
        'curl -X POST "https://a.example/api/x/$id?from=$from"',
        '-H "Authorization: Bearer $token"',
        '-F file=@photo.jpg',
        '-F "category=$category"',
        '-O',
      ].join(' \\\n  '),
    )
  })
})

const done = (media: string) => ({ description: 'Done', content: { [media]: {} } })
