import type { JobHelpers, TaskList } from 'graphile-worker'
import { describeError, type Logger, runForRequest } from '../logging/index.ts'
import { computeLongestPauseTry, findRequestId, type Lane, UnreadablePayload } from './jobs.ts'

/**
 * A lane's tasks for the queue's library: they run within the lane's time limit, and are retried without end unless
 * their payload is unreadable.
 */
export function makeTaskList(lane: Lane, logger: Logger): TaskList {
  return Object.fromEntries(
    Object.entries(lane.handlers).map(([task, handle]) => [
      task,
      async (payload: unknown, helpers: JobHelpers) => {
        const { id, attempts } = helpers.job
        const requestId = findRequestId(payload)
        const fields = {
          lane: lane.name,
          task,
          jobId: id,
          attempt: attempts,
          ...(requestId && { requestId }),
        }
        try {
          await finishWithin(
            lane.limitsMs?.[task] ?? lane.limitMs,
            runForRequest(requestId, () => handle(payload)),
          )
          logger.debug(fields, 'job done')
        } catch (error) {
          if (error instanceof UnreadablePayload) {
            // Only other code could read it. Its row is deleted, because it may hold an address of a person.
            logger.error({ ...fields, unreadable: error.fields }, 'a job cannot be read and is given up')
            return
          }
          logger.warn({ ...fields, error: describeError(error) }, 'job failed')
          await keepTrying(lane, helpers)
          // The queue stores the message of a thrown error. The original may quote an address, so this one is generic.
          throw new Error(`${task} failed`)
        }
      },
    ]),
  )
}

/** Lowers the counted tries, so that the pauses stay within the lane's longest and the job is never given up. */
async function keepTrying(lane: Lane, helpers: JobHelpers): Promise<void> {
  const tries = computeLongestPauseTry(lane)
  if (helpers.job.attempts <= tries) return
  await helpers.query('UPDATE graphile_worker._private_jobs SET attempts = $2 WHERE id = $1', [
    helpers.job.id,
    tries,
  ])
}

/** Rejects when work takes longer than its time limit; the work itself continues, and its result is ignored. */
async function finishWithin(limitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the job took too long')), limitMs)
  })
  try {
    await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
