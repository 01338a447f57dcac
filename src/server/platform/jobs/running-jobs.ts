/** For so long after its end the queue may still be told of it. */
const lingerMs = 30_000

/** The jobs that this process works on. */
export type RunningJobs = {
  during<T>(jobId: string, work: () => Promise<T>): Promise<T>
  /** Their ids, and those of jobs that ended less than 30 s ago. */
  ids(): string[]
}

export function createRunningJobs(): RunningJobs {
  const endedAt = new Map<string, number | null>()
  return {
    async during(jobId, work) {
      endedAt.set(jobId, null)
      try {
        return await work()
      } finally {
        endedAt.set(jobId, performance.now())
      }
    },
    ids() {
      const now = performance.now()
      for (const [id, at] of endedAt) if (at !== null && now - at > lingerMs) endedAt.delete(id)
      return [...endedAt.keys()]
    },
  }
}
