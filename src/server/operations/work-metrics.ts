import { Gauge, type Registry } from 'prom-client'
import type { OverdueWork } from '../due-work/index.ts'
import type { QueueDepth } from '../platform/jobs/index.ts'
import type { LostMails } from '../platform/mail/index.ts'

/** What has to happen after the answers: the same numbers at every process, since all of them share it. */
export type WorkMetrics = {
  /** Takes note of what is late, for the next text. */
  setOverdue(work: readonly OverdueWork[]): void
  setQueue(queue: readonly QueueDepth[]): void
  setSealsPending(count: number): void
  setWrongCodes(count: number): void
  setLostMails(lost: readonly LostMails[]): void
}

export function createWorkMetrics(registry: Registry): WorkMetrics {
  const createGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const overdue = createGauge(
    'work_overdue',
    'Work that should have been done, by kind; 10000 stands for as many and more',
    'kind',
  )
  const overdueAge = createGauge(
    'work_overdue_oldest_seconds',
    'For how long the oldest work of a kind that should have been done is due; 0 when none is',
    'kind',
  )
  const jobs = createGauge(
    'jobs',
    'Jobs by type: waiting and due, running, or failed and to be tried again',
    'task',
    'state',
  )
  const jobsAge = createGauge(
    'jobs_oldest_waiting_seconds',
    'For how long the oldest due job of a type waits',
    'task',
  )
  const seals = createGauge('seals_pending', 'Records and withdrawals that wait for their seal')
  const wrongCodes = createGauge(
    'wrong_codes',
    'Wrong mailed codes that were entered in the hour that runs, of the whole installation',
  )
  const lostMails = createGauge(
    'mails_lost',
    'Mails that nobody took for four days (gave_up), until they are retried or forgotten, and those of the last day that were tried in vain until nobody needed them (not_needed), by kind',
    'task',
    'outcome',
  )
  return {
    setOverdue(work) {
      for (const { kind, count, oldestSeconds } of work) {
        overdue.set({ kind }, count)
        overdueAge.set({ kind }, oldestSeconds)
      }
    },
    setQueue(queue) {
      // A type without a job has no row.
      jobs.reset()
      jobsAge.reset()
      for (const { task, oldestSeconds, ...counts } of queue) {
        for (const state of ['waiting', 'running', 'failing'] as const)
          jobs.set({ task, state }, counts[state])
        jobsAge.set({ task }, oldestSeconds)
      }
    },
    setSealsPending: (count) => seals.set(count),
    setWrongCodes: (count) => wrongCodes.set(count),
    setLostMails(lost) {
      lostMails.reset()
      for (const { count, ...labels } of lost) lostMails.set(labels, count)
    },
  }
}
