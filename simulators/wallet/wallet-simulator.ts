import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { isAskedByForeignPage } from '../../src/server/http/foreign-page.ts'
import { createIssuer, documentTypeNames, type Issuer } from './issuer.ts'
import { walletPages } from './pages.ts'

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

const loopback = '127.0.0.1'

/**
 * Starts a wallet on the loopback address, with an issuer of its own whose roots are new at every start. Its page shows what a request asks and
 * answers yes, no, or with one thing wrong. It is for development and tests: nothing that it says is true of anybody.
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

  const app = new Hono()
  // Only who names the loopback address is answered, so that no foreign name can be pointed here.
  app.use(async (c, next) => {
    const host = c.req.header('Host')?.replace(/:\d+$/, '')
    return host === loopback || host === 'localhost' ? next() : c.text('unknown host', 421)
  })
  // Nor does a page from elsewhere, in the browser of whoever runs this, press its buttons.
  app.use(async (c, next) => {
    const host = c.req.header('Host') ?? ''
    const asked = { method: c.req.method, host, header: (name: string) => c.req.header(name) }
    return isAskedByForeignPage(asked) ? c.text('asked by a page from elsewhere', 403) : next()
  })
  app.route('/', walletPages(issuer, now))

  const server = await listen(app)
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('the simulated wallet does not listen')
  const origin = `http://${loopback}:${address.port}`
  return {
    origin,
    opensWith: `${origin}/authorize`,
    rootsFolder,
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

function listen(app: Hono): Promise<ServerType> {
  const server = serve({ fetch: app.fetch, hostname: loopback, port: 0 })
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server))
    server.once('error', reject)
  })
}
