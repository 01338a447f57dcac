import { messages } from '../messages.ts'

/** The texts of the API page besides the description itself. */
export default messages('api-description', {
  title: 'API reference',
  lead: 'Every endpoint of this service.',
  loading: 'Loading the reference…',
  failed: 'The reference could not be loaded',
  again: 'Try Again',
  contents: 'Endpoints',
  first: 'Before the first request',
  address: 'Paths are relative to {origin}.',
  bearer: 'A token is sent as “Authorization: Bearer”. There are these:',
  accounts: 'Accounts sign in at /auth/v1, which speaks the protocol of Supabase Auth.',
  refused:
    'A refusal is a problem document (RFC 9457). Its code says which one it is. Any endpoint may answer:',
  forPrograms: 'The description for programs (OpenAPI 3.1)',
  token: 'Token',
  noToken: 'none',
  parameters: 'Parameters',
  required: 'required',
  optional: 'optional',
  body: 'Body',
  answer: 'Answer',
  fields: 'Its fields',
  refusals: 'Refusals',
  example: 'Example',
})
