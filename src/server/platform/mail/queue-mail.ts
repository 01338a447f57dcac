import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../database/index.ts'
import { type Jobs, readPayload } from '../jobs/index.ts'
import { type MailType, makeMailJobType } from './define-mail.ts'
import { insertMail, nameMailKey } from './mail-store.ts'

export type MailAbout = { verificationId?: string | null; accountId?: string | null }

/**
 * Has a mail sent once the transaction commits. Queued is all that is known of it then.
 *
 * @param content what is needed to write it, without a token or a code
 * @param about.verificationId what the mail is about, if it matters there how it ends
 * @param about.accountId whose account the mail is for; absent where it is for somebody else
 */
export async function queueMail<Content>(
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  tx: Transaction,
  type: MailType<Content>,
  content: NoInfer<Content>,
  { verificationId = null, accountId = null }: MailAbout = {},
): Promise<void> {
  const id = randomUUID()
  const payload = readPayload(type.name, type.content, content)
  await insertMail(tx, { id, task: type.name, payload, verificationId, accountId, queuedAt: clock.now() })
  await jobs.enqueue(tx, makeMailJobType(type.name), { mailId: id }, { key: nameMailKey(id) })
}
