/** For so long after its end the queue may still be told of it. */
const lingerMs = 30_000

/** The jobs that this process works on. */
export type RunningJobs = {
  runDuring<T>(jobId: string, work: () => Promise<T>): Promise<T>
  /** Their ids, and those of jobs that ended less than 30 s ago. */
  listIds(): string[]
}

export function createRunningJobs(): RunningJobs {
  const endedAt = new Map<string, number | null>()
  return {
    async runDuring(jobId, work) {
      endedAt.set(jobId, null)
      try {
        return await work()
      } finally {
        endedAt.set(jobId, performance.now())
      }
    },
    listIds() {
      const now = performance.now()
      for (const [id, at] of endedAt) if (at !== null && now - at > lingerMs) endedAt.delete(id)
      return [...endedAt.keys()]
    },
  }
}
