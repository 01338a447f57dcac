export { announceChange } from './hub.ts'
