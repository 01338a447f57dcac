export { giveBackMemory } from './give-back-memory.ts'
