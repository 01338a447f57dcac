// Prints all feedback, newest first, one line of JSON each with the field names of the specification. JSON escapes
// control characters in comments, which could otherwise affect the terminal.
import { listAllFeedback } from '../src/server/feedback.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'

await runCommand(async () => {
  for (const { userId, rating, comment, createdAt } of await withDatabase(listAllFeedback)) {
    console.log(JSON.stringify({ created_at: createdAt, user_id: userId, rating, comment }))
  }
})
