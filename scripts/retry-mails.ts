// npm run mail:retry: queues the mails again that the server gave up. Run it once the mail server accepts mails
// (docs/operations.md).

import { systemClock } from '../src/server/platform/clock/index.ts'
import { retryMails } from '../src/server/platform/mail/index.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'

await runCommand(async () => {
  const { queued, notKept } = await withDatabase((database) => retryMails(database, systemClock.now()))
  console.log(
    `Queued again: ${queued}. The server sends them within minutes, except mails that are no longer needed.`,
  )
  if (notKept > 0) {
    console.log(
      `Not queued: ${notKept}. They were replaced by another mail, or their contents were not kept.`,
    )
  }
})
