export { createInstallation, type InstallationParts } from './create-installation.ts'
export { holdsOnlyMark } from './holds-only-mark.ts'
export type { Installation } from './installation.ts'
