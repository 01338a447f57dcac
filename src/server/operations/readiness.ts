import type { Platform } from '../platform/platform.ts'

/** Longer than a healthy part ever takes to answer. */
const patienceMs = 3000

export type Readiness = { ready: boolean; parts: { database: 'ok' | 'failing'; storage: 'ok' | 'failing' } }

/** Asks the parts that nothing works without. */
export async function readiness({ database, storage }: Platform): Promise<Readiness> {
  const [databaseAnswers, storageAnswers] = await Promise.all([
    answers(() => database.ping()),
    answers(() => storage.check()),
  ])
  return {
    ready: databaseAnswers && storageAnswers,
    parts: {
      database: databaseAnswers ? 'ok' : 'failing',
      storage: storageAnswers ? 'ok' : 'failing',
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
