// npm run make-secrets -- FOLDER: new key files for SIGNING_KEYS_FILE, DOCUMENT_KEY_FILE and SEAL_KEY_FILE. Files that
// exist are left as they are.
import { join, resolve } from 'node:path'
import { ensureSecret } from '../src/server/platform/keys/index.ts'
import { makeSecret, secretFiles } from '../src/server/secrets.ts'
import { giveUp } from './lib/project.mjs'

const [folder] = process.argv.slice(2)
if (!folder) giveUp('Say where the keys go: npm run make-secrets -- ./secrets')
const kinds = [
  ['SIGNING_KEYS_FILE', 'signingKeys'],
  ['DOCUMENT_KEY_FILE', 'documentKey'],
  ['SEAL_KEY_FILE', 'sealKey'],
] as const
try {
  for (const [, kind] of kinds) await ensureSecret(resolve(folder), secretFiles[kind], makeSecret[kind])
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  giveUp(code ? `${folder} cannot be written (${code}): name a folder that this user can write.` : message)
}
for (const [variable, kind] of kinds) console.log(`${variable}=${join(folder, secretFiles[kind])}`)
