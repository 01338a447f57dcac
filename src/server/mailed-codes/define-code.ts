import { z } from 'zod'
import type { ProblemCode } from '../../contract/problem.ts'
import type { VerificationStatus } from '../../domain/verification/status.ts'
import codeWords from '../../words/en/code-mails.ts'
import { makeTypedCode } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { defineMail, type MailContent, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { noteMailEnding } from '../verifications/index.ts'
import { findCode } from './code-store.ts'

/** What a mail with a code is told. `isOften`: it is the third mail of a day, or a later one. */
export const codePayloadSchema = z.object({ codeId: z.guid(), isOften: z.boolean() })

/** Mails with codes for one thing on one day, of which the third and each after it says that somebody else may be asking. */
const unsuspicious = { name: 'code-mails-day', points: 2, seconds: 24 * 60 * 60 }

/** Counts a mail with a code for something; true from the third of a day on. */
export async function isOftenMailed(
  { rateLimits }: Pick<Platform, 'rateLimits'>,
  tx: Transaction,
  of: string,
): Promise<boolean> {
  return !(await rateLimits.consume(unsuspicious, of, tx)).allowed
}

/** Says, of the third such mail of a day and each after it, that somebody else may be asking for them. */
export function warnOfMany(content: MailContent, isOften: boolean): MailContent {
  return isOften ? { ...content, paragraphs: [...content.paragraphs, codeWords.often] } : content
}

/** Digits that are mailed to a verification's third party, who types them to prove the mailbox. */
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
    digits: 6 | 8
    writeContent(digits: string): MailContent
  },
) {
  /** Makes the digits again from the id, so that they are never in the queue. A code that ended meanwhile is not mailed. */
  const job = defineMail(`send-${name}-code`, codePayloadSchema, {
    async write(platform: Platform, { codeId, isOften }) {
      const found = await findCode(platform.database, codeId, platform.clock.now())
      if (!found || !code.isFor(found.status)) return null
      const digits = makeTypedCode(platform.signing, codeId, code.digits)
      return renderMail(found.email, warnOfMany(code.writeContent(digits), isOften))
    },
    onEnded: (platform, tx, { verificationId, outcome }) =>
      noteMailEnding(platform, tx, { verificationId, mail: 'code', outcome }),
  })
  return { name, job, isFor: code.isFor, closed: code.closed, digits: code.digits }
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
