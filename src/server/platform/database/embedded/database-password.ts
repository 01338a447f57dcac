import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keepSecret } from '../../secrets/kept-secret.ts'

/** The password of the embedded database's superuser and owner, in `DATA_DIR/secrets/database-password`. */
export async function keepDatabasePassword(dataDir: string): Promise<string> {
  const make = () => randomBytes(24).toString('base64url')
  const password = await keepSecret(join(dataDir, 'secrets'), 'database-password', make)
  return password.trim()
}

/** The password of the role that serves. It follows from the other one and does not lead back to it, which opens every role. */
export function deriveServingPassword(password: string): string {
  return createHmac('sha256', password).update('serving role').digest('base64url')
}
