import { hashHex } from '../hash-hex.ts'
import { type FileAddress, FileUnreadable, type Storage } from './storage.ts'

/** Why a stored file is not what its row says, by its SHA-256 where that is noted; null when it is. Throws when it cannot be read at all. */
export async function findFault(
  storage: Pick<Storage, 'get'>,
  address: FileAddress,
  sha256: string | null,
): Promise<'missing' | 'altered, or encrypted with another key' | null> {
  const bytes = await storage.get(address).catch((error: unknown) => {
    if (error instanceof FileUnreadable) return 'closed' as const
    throw error
  })
  if (bytes === null) return 'missing'
  return bytes === 'closed' || (sha256 !== null && hashHex(bytes) !== sha256)
    ? 'altered, or encrypted with another key'
    : null
}
