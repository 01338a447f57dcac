import { spawnSync } from 'node:child_process'
import { installFromDebian } from './debian.mjs'

/** What the tests check records with, and the Debian package that each comes from. */
const packages = { pdfsig: 'poppler-utils', openssl: 'openssl', mutool: 'mupdf-tools', qpdf: 'qpdf' }

const isThere = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined

/** Installs them where they are missing, as root on Debian. Resolves to the names of those that are missing still. */
export async function ensurePublicTools() {
  const missing = () => Object.keys(packages).filter((command) => !isThere(command))
  const wanted = missing()
  if (wanted.length > 0) await installFromDebian(...wanted.map((command) => packages[command]))
  return missing()
}
