// A reader that takes pictures and never answers.
import { answerQuestions } from '../platform/processes/answer-questions.ts'

await answerQuestions(() => new Promise(() => {}))
