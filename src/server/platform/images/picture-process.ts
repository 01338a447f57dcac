// A process that decodes untrusted pictures and encodes them again.
import type { KeptType } from '../../../domain/document.ts'
import { answerQuestions } from '../processes/messages.ts'
import { describeFile } from './images.ts'
import { cleanPicture } from './picture.ts'

await answerQuestions(async (type: KeptType, bytes) => describeFile(await cleanPicture(bytes, type), type))
