import { useSyncExternalStore } from 'react'
import type { CalendarDate } from '../../../domain/calendar-date.ts'

/** The day of an instant on this device's own calendar. */
export function toLocalDay(instant: Date): CalendarDate {
  const [year, month, day] = [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  )
}

const lookEveryMs = 30_000

/**
 * Calls back at intervals while the page is open, and when it becomes visible: midnight may have passed. Returns a
 * function that stops it.
 */
export function onLookAtDay(look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Today on this device's calendar, also after midnight in an open page; undefined in a prerendered page. */
export function useLocalDay(): CalendarDate | undefined {
  return useSyncExternalStore(
    onLookAtDay,
    () => toLocalDay(new Date()),
    () => undefined,
  )
}
