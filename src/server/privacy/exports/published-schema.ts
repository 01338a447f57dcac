import { z } from 'zod'
import { personalDataSchema } from '../../../contract/personal-data.ts'

/** What the JSON files of a copy hold, as JSON Schema. */
export const publishedSchema = z.toJSONSchema(personalDataSchema, { io: 'output' })
