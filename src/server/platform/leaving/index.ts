export { createLeaving } from './create-leaving.ts'
export type { Leaving } from './leaving.ts'
