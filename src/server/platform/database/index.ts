export { default as sql, empty, join, type Sql } from 'sql-template-tag'
export {
  type Database,
  isUniqueViolation,
  type PoolUse,
  type Queryable,
  type Transaction,
} from './database.ts'
export { DatabaseUnavailable } from './database-unavailable.ts'
export { workInBatches } from './in-batches.ts'
export { readMigratedAt, readSchemaVersion } from './schema-version.ts'
export type { DatabaseServer } from './serving-role.ts'
export { findWantOfConnections } from './want-of-connections.ts'
