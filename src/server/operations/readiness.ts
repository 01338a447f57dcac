import { type DiskLevel, diskLevel } from '../platform/disk/index.ts'
import type { Platform } from '../platform/platform.ts'

/** Longer than a healthy part ever takes to answer. */
const patienceMs = 3000

export type Readiness = {
  ready: boolean
  parts: { database: 'ok' | 'failing'; storage: 'ok' | 'failing'; disk: DiskLevel }
}

/** Asks the parts that nothing works without. A disk that is nearly full is told, and everything but uploads goes on. */
export async function readiness({ database, disk, storage }: Platform): Promise<Readiness> {
  const [databaseAnswers, storageAnswers, room] = await Promise.all([
    answers(() => database.ping()),
    answers(() => storage.check()),
    disk.room(),
  ])
  return {
    ready: databaseAnswers && storageAnswers,
    parts: {
      database: databaseAnswers ? 'ok' : 'failing',
      storage: storageAnswers ? 'ok' : 'failing',
      disk: diskLevel(room),
    },
  }
}

async function answers(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const checked = check().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([checked, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
