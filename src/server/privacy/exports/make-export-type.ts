import { z } from 'zod'
import type { JobType } from '../../platform/jobs/index.ts'

const anExport = z.object({ exportId: z.guid() })

/** The job that makes a copy of somebody's data. */
export const makeExportType: JobType<z.infer<typeof anExport>> = {
  name: 'make-data-export',
  schema: anExport,
}
