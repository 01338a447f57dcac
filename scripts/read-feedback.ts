// Prints all feedback, the newest first: one line of JSON each, named as the specification names it, so that a comment
// cannot pass for something else on a terminal.
import { listAllFeedback } from '../src/server/feedback.ts'
import { runCommand } from './lib/run-command.ts'
import { withDatabase } from './lib/with-database.ts'

await runCommand(async () => {
  for (const { userId, rating, comment, createdAt } of await withDatabase(listAllFeedback)) {
    console.log(JSON.stringify({ created_at: createdAt, user_id: userId, rating, comment }))
  }
})
