// The process that reads documents: a question by each message, and an answer to each, null where the picture could not be looked at.
import type { Sighting } from '../../../domain/identity-document/verdict.ts'
import { answerQuestions } from '../processes/answer-questions.ts'
import { loadBarcodes } from './detect-barcodes.ts'
import type { Question } from './document-reader.ts'
import { loadModels } from './models.ts'
import { seePicture } from './see-picture.ts'

const ready = Promise.all([loadModels(), loadBarcodes()])
// Whoever asks next learns of it.
ready.catch(() => process.exit(1))

await answerQuestions(async ({ day }: Question, picture) => {
  const [models] = await ready
  const head: Sighting | null = await seePicture(models, picture, day).catch(() => null)
  return { head }
})
