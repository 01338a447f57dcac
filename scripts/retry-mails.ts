// npm run mail:retry: queues the mails again that were given up, once the mail server takes mails (docs/operations.md).

import { systemClock } from '../src/server/platform/clock/index.ts'
import { retryMails } from '../src/server/platform/mail/index.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'

await runCommand(async () => {
  const { queued, notKept } = await withDatabase((database) => retryMails(database, systemClock.now()))
  console.log(
    `Queued again: ${queued}. The server sends them within minutes, except those whose purpose has passed.`,
  )
  if (notKept > 0) {
    console.log(
      `Not queued: ${notKept}. Another mail took their place, or what they were made of was not kept.`,
    )
  }
})
