// npm run make-secrets -- FOLDER: makes key files for SIGNING_KEYS_FILE, DOCUMENT_KEY_FILE and SEAL_KEY_FILE. Existing
// files stay unchanged.
import { join, resolve } from 'node:path'
import { ensureSecret } from '../src/server/platform/keys/index.ts'
import { makeSecret, secretFiles } from '../src/server/secrets.ts'
import { giveUp } from './lib/project.mjs'

const [folder] = process.argv.slice(2)
if (!folder) giveUp('usage: npm run make-secrets -- FOLDER')
const kinds = [
  ['SIGNING_KEYS_FILE', 'signingKeys'],
  ['DOCUMENT_KEY_FILE', 'documentKey'],
  ['SEAL_KEY_FILE', 'sealKey'],
] as const
try {
  for (const [, kind] of kinds) await ensureSecret(resolve(folder), secretFiles[kind], makeSecret[kind])
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  giveUp(code ? `${folder} can't be written (${code}). Give a folder that this user can write to.` : message)
}
for (const [variable, kind] of kinds) console.log(`${variable}=${join(folder, secretFiles[kind])}`)
