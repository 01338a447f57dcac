// A reader that takes pictures and never answers.
import { answerQuestions } from '../platform/processes/messages.ts'

await answerQuestions(() => new Promise(() => {}))
