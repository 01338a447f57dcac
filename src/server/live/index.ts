export { announceChange } from './announce-change.ts'
