import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OverdueWork } from '../due-work/index.ts'
import type { ObservedRequest } from '../http/observe-requests.ts'
import { type Disk, freeShare } from '../platform/disk/index.ts'

export type Metrics = {
  count(request: ObservedRequest): void
  /** Takes note of what is late, for the next text. */
  setOverdue(work: readonly OverdueWork[]): void
  /** The Prometheus text format, and its media type. */
  text(): Promise<{ body: string; contentType: string }>
}

/** Counts requests by route pattern; with `process`, what the Node process uses as well, and with `disk` the room on it. */
export function createMetrics(options: { process: boolean; disk?: Disk }): Metrics {
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
  const overdue = new Gauge({
    name: 'work_overdue',
    help: 'Work that should have been done, by kind; 10000 stands for as many and more',
    labelNames: ['kind'],
    registers: [registry],
  })
  const overdueAge = new Gauge({
    name: 'work_overdue_oldest_seconds',
    help: 'For how long the oldest work of a kind that should have been done is due; 0 when none is',
    labelNames: ['kind'],
    registers: [registry],
  })
  return {
    setOverdue(work) {
      for (const { kind, count, oldestSeconds } of work) {
        overdue.set({ kind }, count)
        overdueAge.set({ kind }, oldestSeconds)
      }
    },
    count({ method, route, status, milliseconds }) {
      requests.observe({ method, route, status }, milliseconds / 1000)
    },
    async text() {
      return { body: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

function measureDisk(disk: Disk, registry: Registry): void {
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Room on the fullest disk that data lies on',
    registers: [registry],
    async collect() {
      const room = await disk.room()
      if (room) this.set(room.freeBytes)
    },
  })
  new Gauge({
    name: 'disk_free_ratio',
    help: 'The same as a share of that disk; warned about below 0.1 and 0.05',
    registers: [registry],
    async collect() {
      const room = await disk.room()
      if (room) this.set(freeShare(room))
    },
  })
}
