export { copyFiles } from './copy-files.ts'
export { removeUnfinished } from './remove-unfinished.ts'
export { makeFolder, syncPath, syncTree, writeDurably } from './write-durably.ts'
