export { type DatabaseMove, moveDatabase, rehearseDatabaseMove, type Tell } from './move-database.ts'
export { nameOf, type Side } from './side.ts'
export { undoDatabaseMove } from './undo-database-move.ts'
