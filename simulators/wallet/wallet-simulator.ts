import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLoopbackApp, listenOnLoopback, loopback } from '../loopback-server.ts'
import { createIssuer, documentTypeNames, type Issuer } from './issuer.ts'
import { createWalletPages } from './pages.ts'

export type WalletSimulator = {
  origin: string
  /** The address that opens the wallet; a request is appended as its query. */
  opensWith: string
  /** A folder with the issuer's root for each document type, in the format of WALLET_ROOTS_DIR. */
  rootsFolder: string
  issuer: Issuer
  close(): Promise<void>
}

/**
 * Starts a wallet on the loopback address, with its own issuer, whose roots are new at every start. Its page shows the
 * request, and can accept it, refuse it, or answer with one error. It is only for development and tests: its
 * credentials don't describe real people.
 */
export async function startWalletSimulator({
  folder,
  now = () => new Date(),
}: {
  folder: string
  now?: () => Date
}): Promise<WalletSimulator> {
  const issuer = await createIssuer(now())
  const rootsFolder = join(folder, 'roots')
  for (const type of documentTypeNames) {
    await mkdir(join(rootsFolder, type), { recursive: true })
    await writeFile(join(rootsFolder, type, 'simulated-issuer.pem'), issuer.roots[type])
  }

  const app = createLoopbackApp()
  app.route('/', createWalletPages(issuer, now))

  const server = await listenOnLoopback(app, 0)
  const origin = `http://${loopback}:${server.port}`
  return {
    origin,
    opensWith: `${origin}/authorize`,
    rootsFolder,
    issuer,
    close: server.close,
  }
}
