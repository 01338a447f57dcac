export { makeFolder, syncPath, syncTree, writeDurably } from './write-durably.ts'
