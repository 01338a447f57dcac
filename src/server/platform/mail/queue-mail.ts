import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../database/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { insertMail, mailKey } from './mail-store.ts'

/**
 * Has a mail sent once the transaction commits. Queued is all that is known of it then.
 *
 * @param mail.task the job of `mailJobs` that writes it
 * @param mail.payload what that needs to know, without a token or a code
 * @param mail.verificationId whom the mail is about, if it matters to them how it ends
 */
export async function queueMail(
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  tx: Transaction,
  mail: { task: string; payload: Record<string, unknown>; verificationId?: string },
): Promise<void> {
  const { task, payload, verificationId = null } = mail
  const id = randomUUID()
  await insertMail(tx, { id, task, payload, verificationId, queuedAt: clock.now() })
  await jobs.enqueue(tx, task, { mailId: id }, { key: mailKey(id) })
}
