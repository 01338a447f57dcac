import { describeError, type Logger } from '../logging/index.ts'

const batch = 200

/**
 * Does something for each that is due, one after the other, until none is left. One that fails does not hold up the others of its batch;
 * after that batch it rejects, and the next run begins anew.
 *
 * @param due answers at most `limit` ids that are still due
 */
export async function handleEach(
  due: (limit: number) => Promise<string[]>,
  work: (id: string) => Promise<unknown>,
  logger: Logger,
): Promise<void> {
  for (;;) {
    const ids = await due(batch)
    let failed = 0
    for (const id of ids) {
      await work(id).catch((error: unknown) => {
        failed += 1
        logger.error({ id, error: describeError(error) }, 'one of a batch failed')
      })
    }
    if (failed > 0) throw new Error(`${failed} of a batch failed`)
    if (ids.length < batch) return
  }
}
