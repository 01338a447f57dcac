import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'

/** Fetches the lists of issuers that are a day old. */
export const fetchIssuerListsJob = defineJob(
  'fetch-issuer-lists',
  noPayload,
  ({ issuerLists }: Pick<Platform, 'issuerLists'>) => issuerLists.fetchDue(),
)
