import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ObservedRequest } from '../http/observe-requests.ts'
import type { DatabaseServer } from '../platform/database/index.ts'
import { computeFreeShare, type Disk } from '../platform/disk/index.ts'
import { droppedLines } from '../platform/logging/index.ts'
import { createPartsMetrics, type PartsMetrics } from './parts-metrics.ts'
import { createWorkMetrics, type WorkMetrics } from './work-metrics.ts'

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
  /** When `npm run backup` last made a whole copy; null: never. */
  readLastBackup?: () => Promise<Date | null>
}

/**
 * Counts requests by route pattern, storage calls and mails, and says how the work stands; with `process`, what the Node process uses as well,
 * and with `disk` the room on it.
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
      help: 'Always 1: the version of the PostgreSQL that serves, and whether its programs are from the packages, the machine, or behind DATABASE_URL',
      labelNames: ['version', 'origin'],
      registers: [registry],
    }).set(options.server, 1)
  }
  if (options.readLastBackup) tellBackup(options.readLastBackup, registry)
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

function tellBackup(readLastBackup: () => Promise<Date | null>, registry: Registry): void {
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
