export { createImages, /** @internal */ longestCleaningMs } from './create-images.ts'
export type { CleanFile, CleaningFault, Images } from './images.ts'
