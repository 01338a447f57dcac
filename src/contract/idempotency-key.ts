import { z } from 'zod'

/**
 * The header by which a client names a request, so that it can send it again after a lost answer
 * (draft-ietf-httpapi-idempotency-key-header): a text in the quotes of a structured field (RFC 9651, section 3.3.3), which may be left out.
 */
export const idempotencyKeyHeadersSchema = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^(?:"[!#-[\]-~]{1,128}"|[!#-[\]-~]{1,128})$/)
    .optional()
    .describe(
      'A new UUID for each thing to be made, in quotes. Sent again with the same body within 24 hours, it gets the first answer and nothing is made twice; with another body it is refused with 422 (idempotency_key_reused). A refused request keeps nothing and can be sent again with the same key.',
    ),
})
