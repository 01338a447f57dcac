// A reader that ends at the first picture, as where a decoder breaks.
import { answerQuestions } from '../platform/processes/messages.ts'

await answerQuestions(() => process.exit(1))
