import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { ObservedRequest } from '../http/observe-requests.ts'

export type Metrics = {
  count(request: ObservedRequest): void
  /** The Prometheus text format, and its media type. */
  text(): Promise<{ body: string; contentType: string }>
}

/** Counts requests by route pattern; with `process`, what the Node process uses as well. */
export function createMetrics(options: { process: boolean }): Metrics {
  const registry = new Registry()
  if (options.process) collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    count({ method, route, status, milliseconds }) {
      requests.observe({ method, route, status }, milliseconds / 1000)
    },
    async text() {
      return { body: await registry.metrics(), contentType: registry.contentType }
    },
  }
}
