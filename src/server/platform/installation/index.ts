export { createInstallation, type InstallationParts } from './create-installation.ts'
export type { Installation } from './installation.ts'
