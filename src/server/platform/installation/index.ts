export { createInstallation, type InstallationParts } from './create-installation.ts'
export { hasOnlyMark } from './has-only-mark.ts'
export type { Installation } from './installation.ts'
