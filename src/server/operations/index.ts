export { createMetrics, type Metrics } from './metrics.ts'
export { observeParts } from './observe-parts.ts'
export { createOperationsRoutes } from './routes.ts'
