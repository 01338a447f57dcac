// Prints all feedback, the newest first: one line of JSON each, named as the specification names it, so that a comment
// cannot pass for something else on a terminal.
import { listAllFeedback } from '../src/server/feedback.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { withDatabase } from './lib/with-database.ts'

try {
  for (const { userId, rating, comment, createdAt } of await withDatabase(listAllFeedback)) {
    console.log(JSON.stringify({ created_at: createdAt, user_id: userId, rating, comment }))
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
