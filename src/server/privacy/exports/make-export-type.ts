import { z } from 'zod'
import type { JobType } from '../../platform/jobs/index.ts'

const anExport = z.object({ exportId: z.guid() })

type ExportJob = JobType<z.infer<typeof anExport>>

/** The job that makes a copy of somebody's data. */
export const makeExportType: ExportJob = { name: 'make-data-export', schema: anExport }

/** The same of an account with many verifications, which others don't wait for. */
export const makeLargeExportType: ExportJob = { name: 'make-large-data-export', schema: anExport }
