// The processes that decode pictures of strangers and encode them again.
import type { KeptType } from '../../../domain/document/document.ts'
import { answerQuestions } from '../processes/answer-questions.ts'
import { cleanPicture } from './clean-picture.ts'
import { describeFile } from './describe-file.ts'

await answerQuestions(async (type: KeptType, bytes) => describeFile(await cleanPicture(bytes, type), type))
