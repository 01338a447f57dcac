// A process that draws untrusted PDFs and encodes the drawing.
import { answerQuestions, endWithParent } from '../processes/messages.ts'
import { drawPages } from './draw-pages.ts'
import { describeFile } from './images.ts'
import { encodeDrawing } from './picture.ts'

endWithParent()
await answerQuestions(async (_: null, bytes) => {
  const drawing = await drawPages(bytes)
  return describeFile('fault' in drawing ? drawing : await encodeDrawing(drawing), 'image/jpeg')
})
