export { createMetrics, type Metrics } from './metrics.ts'
export { observeParts } from './observe-parts.ts'
export { operationsRoutes } from './routes.ts'
