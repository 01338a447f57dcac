import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLoopbackApp, listenOnLoopback, loopback } from '../loopback-server.ts'
import { createIssuer, documentTypeNames, type Issuer } from './issuer.ts'
import { createWalletPages } from './pages.ts'

/** A running software wallet, and what one needs to use it. */
export type WalletSimulator = {
  origin: string
  /** What a request is appended to, as `?` and its fields, to open the wallet with it. */
  opensWith: string
  /** A folder with the issuer's root for each document type, as WALLET_ROOTS_DIR wants it. */
  rootsFolder: string
  issuer: Issuer
  close(): Promise<void>
}

/**
 * Starts a wallet on the loopback address, with an issuer of its own whose roots are new at every start. Its page shows
 * what a request asks and answers yes, no, or with one thing wrong. It is for development and tests: nothing that it
 * says is true of anybody.
 */
export async function startWalletSimulator({
  folder,
  now = () => new Date(),
}: {
  /** Where the roots go. */
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
