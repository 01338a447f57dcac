/**
 * What the work answers; undefined once it takes longer than `limitMs`, and then nobody hears how it ends. Rejects as the work does.
 */
export async function waitAtMost<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
