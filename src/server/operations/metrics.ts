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
    help: 'Duration of requests, from arrival to response, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  if (options.disk) measureDisk(options.disk, registry)
  if (options.server) {
    new Gauge({
      name: 'postgresql_info',
      help:
        'Always 1; the labels are the version of PostgreSQL and its origin: the packages, the machine, or ' +
        'DATABASE_URL',
      labelNames: ['version', 'origin'],
      registers: [registry],
    }).set(options.server, 1)
  }
  if (options.readLastBackup) measureBackup(options.readLastBackup, registry)
  new Gauge({
    name: 'log_lines_dropped',
    help: 'Number of log lines dropped by this process since its start, because the reader stalled or ended, or the disk was full',
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
    help: 'Time of the last full copy by npm run backup; 0 if there was none',
    registers: [registry],
    async collect() {
      this.set(((await readLastBackup())?.getTime() ?? 0) / 1000)
    },
  })
}

function measureDisk(disk: Disk, registry: Registry): void {
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Free space on the fullest disk with data',
    registers: [registry],
    async collect() {
      const room = await disk.measureRoom()
      if (room) this.set(room.freeBytes)
    },
  })
  new Gauge({
    name: 'disk_free_ratio',
    help: 'Free space on the fullest disk with data, as a share of that disk; warnings below 0.1 and 0.05',
    registers: [registry],
    async collect() {
      const room = await disk.measureRoom()
      if (room) this.set(computeFreeShare(room))
    },
  })
}

/** Background work: the same numbers in every process, because the processes share it. */
type WorkMetrics = {
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
    'Number of overdue pieces of work, by kind; 10000 means 10000 or more',
    'kind',
  )
  const overdueAge = createGauge(
    'work_overdue_oldest_seconds',
    'Time since the oldest overdue work fell due, by kind; 0 without any',
    'kind',
  )
  const jobs = createGauge(
    'jobs',
    'Number of jobs by type and state: due and waiting, running, or failed and to be retried',
    'task',
    'state',
  )
  const jobsAge = createGauge(
    'jobs_oldest_waiting_seconds',
    'Waiting time of the oldest due job, by type',
    'task',
  )
  const seals = createGauge('seals_pending', 'Number of records and withdrawals that wait for their seal')
  const wrongCodes = createGauge(
    'wrong_codes',
    'Number of wrong mailed codes entered in the current hour, in the whole installation',
  )
  const lostMails = createGauge(
    'mails_lost',
    'Number of mails, by kind, that no mail server accepted for four days (gave_up), until they are ' +
      'retried or deleted, or that were no longer needed before one accepted them (not_needed), in the ' +
      'last day',
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
