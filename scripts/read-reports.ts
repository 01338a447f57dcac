// Prints all reports of requests, newest first, one line of JSON each. `--dismiss SENDER_ID` dismisses the reports
// about a sender, which ends the pause of the sender's emails.
import { parseArgs } from 'node:util'
import { isCanonicalId } from '../src/domain/typed-text.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { dismissReports, listReports } from '../src/server/verifications/index.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'

await runCommand(async () => {
  const { dismiss } = parseArgs({ options: { dismiss: { type: 'string' } } }).values
  if (dismiss !== undefined && !isCanonicalId(dismiss))
    throw new StartupError('--dismiss must be a sender_id that "npm run reports:read" prints.')
  const now = new Date()
  await withDatabase(async (database) => {
    if (dismiss !== undefined) {
      console.log(`${await dismissReports(database, dismiss, now)} reports dismissed.`)
      return
    }
    for (const {
      reportedAt,
      reference,
      verificationId,
      senderId,
      from,
      dismissedAt,
      isSenderPaused,
    } of await listReports(database, now))
      console.log(
        JSON.stringify({
          reported_at: reportedAt,
          reference,
          verification_id: verificationId,
          sender_id: senderId,
          reported_from: from,
          dismissed_at: dismissedAt,
          sender_paused: isSenderPaused,
        }),
      )
  })
})
