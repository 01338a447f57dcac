import { type DiskLevel, diskLevel } from '../platform/disk/index.ts'
import type { Platform } from '../platform/platform.ts'

/** Longer than a healthy part ever takes to answer. */
const patienceMs = 3000

type Answer = 'ok' | 'failing'

export type Readiness = {
  ready: boolean
  parts: {
    database: Answer
    storage: Answer
    installation: Answer | 'unknown'
    disk: DiskLevel
    reason?: string
  }
}

/**
 * Asks the parts that nothing works without, and whether they belong together; `reason` says in one sentence why they do not. A disk that is
 * nearly full is told, and everything but uploads goes on.
 */
export async function readiness({ database, disk, installation, storage }: Platform): Promise<Readiness> {
  const [databaseAnswers, storageAnswers, fault, room] = await Promise.all([
    inTime(database.ping().then(() => true)),
    inTime(storage.check().then(() => true)),
    inTime(installation.fault()),
    disk.room(),
  ])
  const said = (isGood: boolean): Answer => (isGood ? 'ok' : 'failing')
  return {
    ready: databaseAnswers !== undefined && storageAnswers !== undefined && fault === null,
    parts: {
      database: said(databaseAnswers !== undefined),
      storage: said(storageAnswers !== undefined),
      // Without database or store nobody can say.
      installation: fault === undefined ? 'unknown' : said(fault === null),
      disk: diskLevel(room),
      ...(fault ? { reason: fault } : {}),
    },
  }
}

/** What is answered within our patience; undefined when nothing is, or an error. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  try {
    return await Promise.race([answer.catch(() => undefined), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
