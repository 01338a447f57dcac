// Runs the server for the browser tests like npm start, on the given port and with a new folder. With a third argument,
// it trusts the issuer of other wallets that is written there. Both folders are removed afterwards.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { writeWalletFolders } from '../e2e/actions/other-wallet.ts'
import { inProject, root } from './lib/project.mjs'
import { stopWithRunner } from './lib/runner.mjs'

const [port, folder, walletFolder] = process.argv.slice(2)
mkdirSync(folder)
const wallets = walletFolder ? await writeWalletFolders(walletFolder) : {}
const server = spawn(process.execPath, [inProject('scripts/start.mjs')], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    npm_lifecycle_event: '',
    NODE_ENV: '',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: folder,
    DATABASE_URL: '',
    S3_BUCKET: '',
    // The journeys use forty people from one address within minutes. Other tests cover the limits.
    RATE_LIMITS: 'off',
    SMTP_URL: '',
    ...wallets,
  },
})
const stop = () => server.kill('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
stopWithRunner(stop)
server.once('exit', (code) => {
  for (const each of [folder, walletFolder]) if (each) rmSync(each, { recursive: true, force: true })
  process.exit(code ?? 1)
})
