import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keptSecret } from '../../secrets/kept-secret.ts'

/** The password of the embedded database, in `DATA_DIR/secrets/database-password`. */
export async function databasePassword(dataDir: string): Promise<string> {
  const password = await keptSecret(join(dataDir, 'secrets'), 'database-password', () =>
    randomBytes(24).toString('base64url'),
  )
  return password.trim()
}
