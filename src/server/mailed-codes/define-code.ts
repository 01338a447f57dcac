import { z } from 'zod'
import type { ProblemCode } from '../../contract/problem.ts'
import type { VerificationStatus } from '../../domain/verification/status.ts'
import { makeTypedCode } from '../accounts/index.ts'
import { defineMail, type MailContent, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { noteMailEnding } from '../verifications/index.ts'
import { findCode } from './code-store.ts'

/** Six digits that are mailed to a verification's third party, who types them to prove the mailbox. */
export type MailedCode = ReturnType<typeof defineCode>

/**
 * What codes are mailed for.
 *
 * @param name tells codes apart: one for another purpose is wrong here
 * @param code.isFor the verifications that may have one
 * @param code.closed what the others answer
 */
export function defineCode(
  name: 'gate' | 'record',
  code: {
    isFor(status: VerificationStatus): boolean
    closed: ProblemCode
    writeContent(digits: string): MailContent
  },
) {
  /** Makes the digits again from the id, so that they are never in the queue. A code that ended meanwhile is not mailed. */
  const job = defineMail(`send-${name}-code`, z.object({ codeId: z.guid() }), {
    async write(platform: Platform, { codeId }) {
      const found = await findCode(platform.database, codeId, platform.clock.now())
      if (!found || !code.isFor(found.status)) return null
      return renderMail(found.email, code.writeContent(makeTypedCode(platform.signing, codeId)))
    },
    onEnded: (platform, tx, { verificationId, outcome }) =>
      noteMailEnding(platform, tx, { verificationId, mail: 'code', outcome }),
  })
  return { name, job, isFor: code.isFor, closed: code.closed }
}

/** A million codes are hashed in a second; without the key of the MAC a stolen row says nothing. */
export function computeMac(
  { signing }: Pick<Platform, 'signing'>,
  { name }: Pick<MailedCode, 'name'>,
  verificationId: string,
  digits: string,
): string {
  return signing.computeMac(`${name}-code`, `${verificationId} ${digits}`)
}
