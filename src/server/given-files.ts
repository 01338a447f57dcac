import type { Configuration } from './config.ts'
import { readLocalHelp } from './local-help.ts'
import { readListSources, readLogWitnesses, readReaderKeys, readVouchers } from './outside-services.ts'
import { StartupError } from './platform/startup-error.ts'
import { loadRoots } from './platform/wallet/index.ts'
import { findTimeAuthority, readDocumentKey, readSealKey, readSigningKeys } from './secrets.ts'

/**
 * Reads every file that a setting names.
 * @throws StartupError with one sentence for each that is missing or wrong
 */
export async function assertGivenFiles(configuration: Configuration): Promise<void> {
  const { signingKeysFile, sealKeyFile, documentKeyFile, walletRootsDir } = configuration
  const read = await Promise.allSettled([
    signingKeysFile && readSigningKeys(configuration),
    sealKeyFile && readSealKey(configuration),
    documentKeyFile && readDocumentKey(configuration),
    findTimeAuthority(configuration),
    readLocalHelp(configuration.localHelpFile),
    readLogWitnesses(configuration.logWitnessesFile),
    walletRootsDir && loadRoots(walletRootsDir),
    readReaderKeys(configuration),
    readVouchers(configuration),
    readListSources(configuration),
  ])
  const errors = read.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  const sentences = errors.map((error) => {
    if (error instanceof StartupError) return error.message
    throw error
  })
  if (sentences.length > 0) throw new StartupError(sentences.join('\n'))
}
