import type { z } from 'zod'

/** A JSON file, held to its published schema: instants become texts on the way. Throws where it does not fit, a bug. */
export function writeJsonFile(schema: z.ZodType, content: object): Uint8Array {
  const text = JSON.stringify(content, null, 2)
  schema.parse(JSON.parse(text))
  return Buffer.from(text)
}
