import { useSyncExternalStore } from 'react'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { toLocalDay } from './local-day.ts'

const lookEveryMs = 30_000

/** Calls back now and then while the page is open, and when it comes to the front: midnight may have passed. Answers the way to stop. */
export function onLookAtDay(look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Today on this device's calendar, also after midnight in an open page; undefined in a page that was made before anybody opened it. */
export function useLocalDay(): CalendarDate | undefined {
  return useSyncExternalStore(
    onLookAtDay,
    () => toLocalDay(new Date()),
    () => undefined,
  )
}
