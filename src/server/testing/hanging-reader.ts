// A reader that accepts pictures and never answers.
import { answerQuestions } from '../platform/processes/messages.ts'

await answerQuestions(() => new Promise(() => {}))
