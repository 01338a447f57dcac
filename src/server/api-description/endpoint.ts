import type { z } from 'zod'

/** What a request shows to be let in: the access token of an account, or a token of the third party (from the gate, or a mailed link). */
export type Caller = 'account' | 'third party'

/** One endpoint in words and schemas. */
export type Endpoint = {
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  summary: string
  /** Who may call; nobody named means anybody. */
  callers: Caller[]
  query?: z.ZodObject
  headers?: z.ZodObject
  json?: z.ZodType
  /** A multipart form: these text fields, and a file named `file`. */
  form?: z.ZodType
  status: 200 | 201 | 202 | 204
  /** The JSON of a success; absent when there is none. */
  answer?: z.ZodType
  /** The media types of a success that is not JSON. */
  media?: string[]
}
