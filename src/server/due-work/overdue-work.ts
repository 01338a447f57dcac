import type { Platform } from '../platform/platform.ts'
import { listDueWork } from './list-due-work.ts'

/** How much of a kind is late, 10,000 at most, and for how long the oldest is; 0 and 0 when nothing is. */
export type OverdueWork = { kind: string; count: number; oldestSeconds: number }

export async function countOverdueWork(platform: Platform): Promise<OverdueWork[]> {
  const now = platform.clock.now().getTime()
  return Promise.all(
    listDueWork(platform).map(async ({ kind, countOverdue }) => {
      const { count, dueSince } = await countOverdue()
      return { kind, count, oldestSeconds: dueSince ? Math.round((now - dueSince.getTime()) / 1000) : 0 }
    }),
  )
}
