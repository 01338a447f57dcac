import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'

/** Tells the operator once a day that the certificate of the seal comes to its end, has ended or was revoked. */
export const warnOfCertificateJob = defineJob(
  'warn-of-seal-certificate',
  noPayload,
  async ({ sealer, logger }: Pick<Platform, 'sealer' | 'logger'>) => {
    const warning = sealer.warning()
    if (warning) logger.warn({ certificate: sealer.certificateSha256 }, warning)
  },
)
