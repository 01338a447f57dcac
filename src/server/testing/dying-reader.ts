// A reader that exits at the first picture, like a crashing decoder.
import { answerQuestions } from '../platform/processes/messages.ts'

await answerQuestions(() => process.exit(1))
