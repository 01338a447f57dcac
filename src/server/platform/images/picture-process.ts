// The processes that decode pictures of strangers and encode them again.
import type { KeptType } from '../../../domain/document.ts'
import { answerQuestions } from '../processes/messages.ts'
import { describeFile } from './images.ts'
import { cleanPicture } from './picture.ts'

await answerQuestions(async (type: KeptType, bytes) => describeFile(await cleanPicture(bytes, type), type))
