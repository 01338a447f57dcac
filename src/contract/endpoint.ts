import type { z } from 'zod'
import type { ProblemCode } from './problem.ts'

/** The callers that an endpoint admits; all others are refused. Each kind is recognised in one place of the server. */
export type Who =
  | 'public'
  /** Everyone; the creator of the addressed object is recognised by their session. */
  | 'visitor'
  /** Anyone, signed in or not; an invalid session is refused. */
  | 'account or anonymous'
  | 'account'
  /**
   * Any account. Its use case must look for the addressed object among that account's own, and refuse with `absent`
   * otherwise; a test calls each of these endpoints as a stranger.
   */
  | 'owner'
  /** The third party of the verification in the address, by their pass from the gate. */
  | 'pass holder'
  /** The same, where the form names the verification. */
  | 'uploader'
  /** One of the two people of the record in the address: its creator, or its third party by a mailed link or code. */
  | 'party'
  /** The same, or the third party by the pass of their own submission, for the rest of its hour (RECORD-74). */
  | 'reader'
  /** The third party of that record, by the mailed link. */
  | 'link holder'
  | 'address holder'
  /** The browser that started a request to a wallet, identified by the secret it was given. */
  | 'wallet browser'
  /** A person who proved an address with the code mailed to it. */
  | 'mailbox reader'
  /** The payment provider, which signs the body with a shared secret. */
  | 'payment provider'

/** At most `points` in `seconds`. */
type Limit = { name: string; points: number; seconds: number }

export const kB = 1024

/** The content type and the size of an endpoint's body. A larger body is refused before it is read (ERROR-8). */
type WithBody = {
  maxBytes: number
  /** The schema of a JSON body, or a function of the current time if its rules depend on the day. */
  json?: z.ZodType | ((now: Date) => z.ZodType)
  /** A JSON body with signed bytes: it is passed on as the received text. */
  signedJson?: z.ZodType
  /** URL-encoded form fields as defined by RFC 6749 (appendix B). */
  urlEncoded?: z.ZodType
  /** A multipart form: these text fields, and a file named `file`. */
  form?: z.ZodType
}
type WithoutBody = { [Kind in keyof WithBody]?: undefined }

/** One endpoint of the product's own API, under the name `METHOD /path`. */
export type Endpoint = Call & (WithBody | WithoutBody)

type Call = {
  summary: string
  who: Who
  /** Rate limits: for each caller, and for the client network of a call without one. */
  limits?: { caller?: Limit; network?: Limit }
  /** The answer when the address identifies no object of the caller's. It precedes a refusal of the body. */
  absent?: ProblemCode
  /** Refuses a caller without a session, where `authentication_required` has the wrong text. */
  withoutSession?: ProblemCode
  /** The part of a refusal that becomes the `error` of /functions (ERROR-1, PAY-3); without it the title. */
  errorText?: 'detail'
  /** Whether other sites may call it; they may call no other endpoint that changes data (ERROR-19). */
  allowsOtherSites?: true
  /** Whether the fields of a form may also come as multipart. */
  allowsMultipart?: true
  query?: z.ZodObject
  headers?: z.ZodObject
  status: 200 | 201 | 202 | 204
  /** The JSON of a success; absent for an empty answer. */
  answer?: z.ZodType
  /** The media types of a success that isn't JSON. */
  media?: string[]
  /** The refusals that aren't derived from the other properties (`listProblems`). */
  problems?: ProblemCode[]
}

/** The media type of an endpoint's body; null without one. */
export function findMediaType({ json, signedJson, urlEncoded, form }: Endpoint): string | null {
  if (json || signedJson) return 'application/json'
  if (urlEncoded) return 'application/x-www-form-urlencoded'
  return form ? 'multipart/form-data' : null
}

export type EndpointTable = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Endpoint>

export const fileProblems = [
  'body_unreadable',
  'validation_failed',
  'file_missing',
  'file_empty',
  'file_type_refused',
  'file_too_large',
  'file_damaged',
  'image_too_many_pixels',
  'pdf_locked',
  'pdf_too_many_pages',
  'pdf_too_complex',
  'storage_full',
  'upload_unavailable',
  'disk_full',
] satisfies ProblemCode[]
