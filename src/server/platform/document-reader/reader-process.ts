// The process that reads documents: a question by each message, and an answer to each, null where the picture could not be looked at.
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { loadBarcodes } from './find-barcodes.ts'
import { loadModels } from './models.ts'
import { seePicture } from './see-picture.ts'

const maxMemoryBytes = Number(process.argv[2])
const lookEveryMs = 100

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(1)
}, lookEveryMs).unref()

const ready = Promise.all([loadModels(), loadBarcodes()])
// Whoever asks next learns of it.
ready.catch(() => process.exit(1))
process.once('disconnect', () => process.exit(0))
process.on('message', async ({ picture, day }: { picture: Uint8Array; day: CalendarDate }) => {
  const [models] = await ready
  const sighting = await seePicture(models, picture, day).catch(() => null)
  process.send?.(sighting)
})
