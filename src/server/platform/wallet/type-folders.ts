import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CredentialType, credentialTypes } from '../../../domain/wallet.ts'
import { StartupError } from '../startup-error.ts'

/**
 * The document types that have a subfolder in the folder of a variable.
 *
 * @throws StartupError if the folder can't be read, or a subfolder's name isn't a document type
 */
export async function listTypeFolders(folder: string, variable: string): Promise<CredentialType[]> {
  return (await listFolders(folder, variable)).map((name) => {
    const type = credentialTypes.find((each) => each === name)
    if (type) return type
    throw new StartupError(
      `${variable} has a folder "${name}", which is no document type: name it one of ${credentialTypes.join(', ')}.`,
    )
  })
}

/** Follows links and skips hidden names: a volume that Kubernetes mounts has both. */
async function listFolders(folder: string, variable: string): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
    const areFolders = await Promise.all(
      names.map(async (name) => (await stat(join(folder, name))).isDirectory()),
    )
    return names.filter((_, index) => areFolders[index])
  } catch {
    throw new StartupError(
      `${variable} cannot be read: make the folder ${folder} with a folder for each document type in it, or unset the variable.`,
    )
  }
}
