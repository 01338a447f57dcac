export { createMetrics, type Metrics } from './metrics.ts'
export { operationsRoutes } from './routes.ts'
