/** One kind's month as it is known on a screen. `remaining` is Infinity on an unlimited tier. */
export type KnownUsage = { used: number; remaining: number }

/** The five ways in which a usage is shown (USAGE-6). */
export type UsageDisplay =
  | { state: 'loading' }
  /** Green notice. */
  | { state: 'unlimited' }
  /** Destructive alert. */
  | { state: 'limit_reached'; used: number; total: number }
  /** Progress bar; `percent` is 0 to 100. */
  | { state: 'normal'; used: number; total: number; percent: number }
  /** Amber notice. */
  | { state: 'data_error' }

/** How to show a usage: `loading` while it is read for the first time, `failed` when reading it failed and nothing older is known. */
export function describeUsage(usage: KnownUsage | 'loading' | 'failed'): UsageDisplay {
  if (usage === 'loading') return { state: 'loading' }
  if (usage === 'failed' || !isCount(usage.used) || !(usage.remaining >= 0)) return { state: 'data_error' }
  if (usage.remaining === Number.POSITIVE_INFINITY) return { state: 'unlimited' }
  const total = usage.used + usage.remaining
  if (usage.remaining === 0) return { state: 'limit_reached', used: usage.used, total }
  return { state: 'normal', used: usage.used, total, percent: Math.min(100, (usage.used / total) * 100) }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0
}
