import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OverdueWork } from '../due-work.ts'
import type { ObservedRequest } from '../http/middleware.ts'
import type { DatabaseServer } from '../platform/database/index.ts'
import { computeFreeShare, type Disk } from '../platform/files/index.ts'
import type { QueueDepth } from '../platform/jobs/index.ts'
import { droppedLines } from '../platform/logging/index.ts'
import type { LostMails } from '../platform/mail/index.ts'
import { createPartsMetrics, type PartsMetrics } from './parts-metrics.ts'

export type Metrics = WorkMetrics &
  PartsMetrics & {
    count(request: ObservedRequest): void
    /** The Prometheus text format, and its media type. */
    render(): Promise<{ body: string; contentType: string }>
  }

type MetricsOptions = {
  process: boolean
  disk?: Disk
  server?: DatabaseServer
  /** When `npm run backup` last made a full backup; null if it never did. */
  readLastBackup?: () => Promise<Date | null>
}

/**
 * Counts requests by route pattern, storage calls and mails, and reports the state of background work; with `process`
 * also the resources used by the Node process, and with `disk` the room on it.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry()
  if (options.process) collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  if (options.disk) measureDisk(options.disk, registry)
  if (options.server) {
    new Gauge({
      name: 'postgresql_info',
      help:
        'Always 1: the version of the PostgreSQL that serves, and whether its programs are from the ' +
        'packages, the machine, or behind DATABASE_URL',
      labelNames: ['version', 'origin'],
      registers: [registry],
    }).set(options.server, 1)
  }
  if (options.readLastBackup) measureBackup(options.readLastBackup, registry)
  new Gauge({
    name: 'log_lines_dropped',
    help: 'Lines of the log that this process could not write since it started: the reader stalled or went, or the disk is full',
    registers: [registry],
    collect() {
      this.set(droppedLines.count)
    },
  })
  return {
    ...createWorkMetrics(registry),
    ...createPartsMetrics(registry),
    count({ method, route, status, milliseconds }) {
      requests.observe({ method, route, status }, milliseconds / 1000)
    },
    async render() {
      return { body: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

function measureBackup(readLastBackup: () => Promise<Date | null>, registry: Registry): void {
  new Gauge({
    name: 'backup_timestamp_seconds',
    help: 'When npm run backup last made a whole copy; 0: never',
    registers: [registry],
    async collect() {
      this.set(((await readLastBackup())?.getTime() ?? 0) / 1000)
    },
  })
}

function measureDisk(disk: Disk, registry: Registry): void {
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Room on the fullest disk that data lies on',
    registers: [registry],
    async collect() {
      const room = await disk.measureRoom()
      if (room) this.set(room.freeBytes)
    },
  })
  new Gauge({
    name: 'disk_free_ratio',
    help: 'The same as a share of that disk; warned about below 0.1 and 0.05',
    registers: [registry],
    async collect() {
      const room = await disk.measureRoom()
      if (room) this.set(computeFreeShare(room))
    },
  })
}

/** Background work: the same numbers in every process, because the processes share it. */
type WorkMetrics = {
  /** Sets the overdue work for the next rendering. */
  setOverdue(work: readonly OverdueWork[]): void
  setQueue(queue: readonly QueueDepth[]): void
  setSealsPending(count: number): void
  setWrongCodes(count: number): void
  setLostMails(lost: readonly LostMails[]): void
}

function createWorkMetrics(registry: Registry): WorkMetrics {
  const createGauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const overdue = createGauge(
    'work_overdue',
    'Work that should have been done, by kind; 10000 stands for as many and more',
    'kind',
  )
  const overdueAge = createGauge(
    'work_overdue_oldest_seconds',
    'How long the oldest overdue work of a kind has been due; 0 without any',
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
    'Mails that were not accepted for four days (gave_up), until they are retried or forgotten, and ' +
      'those of the last day that were tried in vain until they were no longer needed (not_needed), by ' +
      'kind',
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
      // A type without any job has no row.
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
