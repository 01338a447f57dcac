/**
 * Repeats a step until it touched fewer rows than it was allowed to, so that each statement holds its locks for a moment only (GROWTH-4).
 *
 * @param step touches at most `limit` rows and answers how many it did
 */
export async function workInBatches(step: (limit: number) => Promise<number>, limit = 200): Promise<void> {
  while ((await step(limit)) >= limit);
}
