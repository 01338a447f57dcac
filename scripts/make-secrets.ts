// npm run make-secrets -- FOLDER: new key files for SIGNING_KEYS_FILE, DOCUMENT_KEY_FILE and SEAL_KEY_FILE. Files that
// exist are left as they are.
import { join, resolve } from 'node:path'
import { ensureSecret } from '../src/server/platform/keys/index.ts'
import { makeSecret, secretFiles } from '../src/server/secrets.ts'

const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('Say where the keys go: npm run make-secrets -- ./secrets\n')
  process.exit(1)
}
try {
  await ensureSecret(resolve(folder), secretFiles.signingKeys, makeSecret.signingKeys)
  await ensureSecret(resolve(folder), secretFiles.documentKey, makeSecret.documentKey)
  await ensureSecret(resolve(folder), secretFiles.sealKey, makeSecret.sealKey)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  process.stderr.write(
    code
      ? `${folder} cannot be written (${code}): name a folder that this user can write.\n`
      : `${message}\n`,
  )
  process.exit(1)
}
console.log(`SIGNING_KEYS_FILE=${join(folder, secretFiles.signingKeys)}`)
console.log(`DOCUMENT_KEY_FILE=${join(folder, secretFiles.documentKey)}`)
console.log(`SEAL_KEY_FILE=${join(folder, secretFiles.sealKey)}`)
