import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'

/**
 * Asks whether the certificates that seal and stamp were revoked, and tells the operator what is wrong with them: that one was revoked, is
 * suspended or has ended, or that the one of the seal soon will.
 */
export async function tellOfCertificates({
  sealer,
  logger,
}: Pick<Platform, 'sealer' | 'logger'>): Promise<void> {
  await sealer.askAboutCertificates()
  const warning = await sealer.findWarning()
  if (warning) logger.warn({ certificate: sealer.certificateSha256 }, warning)
}

/** The same once a day. */
export const warnOfCertificateJob = defineJob('warn-of-seal-certificate', noPayload, tellOfCertificates)
