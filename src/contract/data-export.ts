import { z } from 'zod'

const exportStates = ['queued', 'making', 'ready', 'failed'] as const

/** How a copy of one's data stands. `url` opens it until `expiresAt`. */
export const dataExportSchema = z.object({
  id: z.uuid(),
  state: z.enum(exportStates),
  requestedAt: z.iso.datetime(),
  filesDone: z.int(),
  filesTotal: z.int(),
  byteCount: z.int(),
  url: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type DataExport = z.infer<typeof dataExportSchema>

export const newestExportSchema = z.object({ newest: dataExportSchema.nullable() })
