import english from '../../../words/en/upload.ts'
import { messages } from '../../../words/messages.ts'

/** Everything uploads say (UPLOAD). */
export const uploadWords = messages('upload', english)
