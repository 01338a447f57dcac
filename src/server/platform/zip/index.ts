export { type ZipEntry, zipOf } from './zip-of.ts'
