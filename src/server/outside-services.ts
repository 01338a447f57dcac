import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillAddress } from '../contract/address.ts'
import type { Configuration } from './config.ts'
import { isLoopbackHost } from './http/origin.ts'
import { systemClock } from './platform/clock/index.ts'
import type { Logger } from './platform/logging/index.ts'
import { parseVerifierKey } from './platform/notes/index.ts'
import { createOutgoingFetch } from './platform/outgoing/index.ts'
import { createStripePayments, noPayments, type Payments } from './platform/payments/index.ts'
import type { Witness } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'
import { createVouchers, loadVouchers, type Vouchers } from './platform/vouchers/index.ts'
import {
  createWallets,
  loadReaderKeys,
  loadRoots,
  type ReaderKeys,
  type Wallets,
} from './platform/wallet/index.ts'
import type { ShutdownSteps } from './serve-until-stopped.ts'

/**
 * Stripe or, without its key, the simulator on the loopback address. A server that isn't local-only has no simulator,
 * and takes no payments without the key.
 */
export async function startStripe(
  configuration: Configuration,
  logger: Logger,
  stops: ShutdownSteps,
): Promise<Payments> {
  const { stripe, localOnly } = configuration
  if (stripe) return createStripePayments(stripe)
  if (!localOnly) return noPayments
  const simulator = await startSimulator(configuration, logger, stops)
  return createStripePayments({ ...simulator, apiBase: simulator.origin, simulated: true })
}

async function startSimulator({ host, port, dataDir }: Configuration, logger: Logger, stops: ShutdownSteps) {
  const { startStripeSimulator } = await import('../../simulators/stripe/stripe-simulator.ts')
  const ownHost = ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host
  const origin = `http://${ownHost.includes(':') ? `[${ownHost}]` : ownHost}:${port}`
  const webhook = `${origin}${fillAddress('POST /functions/v1/stripe-webhook')}`
  const simulator = await startStripeSimulator({
    stateFile: join(dataDir, 'stripe-simulator.json'),
    deliver: async (body, headers) => (await fetch(webhook, { method: 'POST', body, headers })).status,
  })
  stops.push(() => simulator.close())
  logger.info({ url: simulator.origin }, 'payments go to the simulator: no money moves')
  return simulator
}

/**
 * Wallets with credentials of the configured issuers or, without any, a simulated wallet on the loopback address. A
 * server that isn't local-only has no simulator.
 */
export async function startWallets(
  configuration: Configuration,
  logger: Logger,
  stops: ShutdownSteps,
  keys: ReaderKeys,
): Promise<Wallets> {
  const { walletRootsDir, localOnly, dataDir, publicUrl: origin, takesClearAge } = configuration
  if (walletRootsDir)
    return createWallets({ roots: await loadRoots(walletRootsDir), keys, origin, takesClearAge })
  if (!localOnly) return createWallets({ roots: new Map(), origin })
  const { startWalletSimulator } = await import('../../simulators/wallet/wallet-simulator.ts')
  const simulator = await startWalletSimulator({ folder: join(dataDir, 'wallet-simulator') })
  stops.push(() => simulator.close())
  logger.info({ url: simulator.origin }, 'wallets are simulated: their proofs prove nothing')
  const roots = await loadRoots(simulator.rootsFolder)
  return createWallets({ roots, keys, origin, takesClearAge, simulatedWallet: simulator.opensWith })
}

/**
 * The banks, eIDs and age keys of VOUCHERS_DIR, none without it. Only an installation for this machine calls a provider
 * that runs here (RUN-9).
 */
export async function readVouchers({
  vouchersDir,
  localOnly,
}: Pick<Configuration, 'vouchersDir' | 'localOnly'>): Promise<Vouchers> {
  const files = vouchersDir ? await loadVouchers(vouchersDir, { callsThisMachine: localOnly }) : []
  const call = createOutgoingFetch({ callsThisMachine: localOnly, timeoutMs: 10_000, maxBytes: 1_000_000 })
  return createVouchers(files, call, { allowsHttp: localOnly })
}

/** The keys of WALLET_KEYS_DIR, none without it. An installation for this machine has no host to certify. */
export async function readReaderKeys({
  walletKeysDir,
  publicUrl,
}: Pick<Configuration, 'walletKeysDir' | 'publicUrl'>): Promise<ReaderKeys> {
  if (!walletKeysDir) return new Map()
  const { host, hostname } = new URL(publicUrl)
  return loadReaderKeys(walletKeysDir, {
    host: isLoopbackHost(host) ? null : hostname,
    now: systemClock.now(),
  })
}

/** The keywords of the lines of a policy (c2sp.org/tlog-policy). */
const words: ReadonlySet<string> = new Set(['log', 'witness', 'group', 'quorum'])

/**
 * The witnesses of LOG_WITNESSES_FILE, empty without a file. Reads its lines `witness NAME KEY URL`, as in
 * c2sp.org/tlog-policy; its other lines are for verifiers of proofs.
 */
export async function readLogWitnesses(file: string | null): Promise<Witness[]> {
  if (!file) return []
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartupError(
      `LOG_WITNESSES_FILE names ${file}, which cannot be read: correct the name, or unset it.`,
    )
  })
  const lines = text
    .split('\n')
    .map((line) => line.trim().split(/[ \t]+/))
    .filter(([first = '']) => first !== '' && !first.startsWith('#'))
  const unknown = lines.find(([first = '']) => !words.has(first))
  if (unknown) {
    throw new StartupError(
      `${file} has a line that begins with "${unknown[0]}": a policy says log, witness, group or quorum there.`,
    )
  }
  return lines
    .filter(([first]) => first === 'witness')
    .map(([, name = '', verifierKey = '', url = '']) => {
      const key = parseVerifierKey(verifierKey)
      if (key?.type !== 'cosignature' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
        throw new StartupError(
          `${file} does not say who the witness "${name}" is: write "witness NAME KEY URL", with the key that its program prints.`,
        )
      }
      return { name, key, verifierKey, url: url.replace(/\/$/, '') }
    })
}
