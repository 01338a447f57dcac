export { createInstallation, type InstallationParts, rememberedMs } from './create-installation.ts'
export type { Installation } from './installation.ts'
