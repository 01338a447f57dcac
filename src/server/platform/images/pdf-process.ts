// The processes that draw PDFs of strangers, and encode the drawing.
import { answerQuestions } from '../processes/answer-questions.ts'
import { endWithParent } from '../processes/end-with-parent.ts'
import { describeFile } from './describe-file.ts'
import { drawPages } from './draw-pages.ts'
import { encodeDrawing } from './encode-drawing.ts'

endWithParent()
await answerQuestions(async (_: null, bytes) => {
  const drawing = await drawPages(bytes)
  return describeFile('fault' in drawing ? drawing : await encodeDrawing(drawing), 'image/jpeg')
})
