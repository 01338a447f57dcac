import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillAddress } from '../contract/address.ts'
import type { Configuration } from './config.ts'
import { isLoopbackHost } from './http/origin.ts'
import { type Clock, systemClock } from './platform/clock/index.ts'
import type { Database } from './platform/database/index.ts'
import type { Logger } from './platform/logging/index.ts'
import { parseVerifierKey } from './platform/notes/index.ts'
import { createOutgoingFetch } from './platform/outgoing/index.ts'
import { createStripePayments, noPayments, type Payments } from './platform/payments/index.ts'
import type { Witness } from './platform/platform.ts'
import { StartupError } from './platform/startup-error.ts'
import { createVouchers, loadVouchers, type Vouchers } from './platform/vouchers/index.ts'
import {
  canVerifyLists,
  createIssuerLists,
  createWallets,
  type IssuerLists,
  type ListSource,
  loadListSources,
  loadReaderKeys,
  loadRoots,
  maxListBytes,
  noIssuerLists,
  type ReaderKeys,
  type Wallets,
  watchIssuerLists,
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
  { keys, lists }: { keys: ReaderKeys; lists: IssuerLists },
): Promise<Wallets> {
  const {
    walletRootsDir,
    walletListsFile,
    localOnly,
    dataDir,
    publicUrl: origin,
    takesClearAge,
  } = configuration
  if (walletRootsDir || walletListsFile) {
    const roots = walletRootsDir ? await loadRoots(walletRootsDir) : new Map()
    return createWallets({ roots, lists, keys, origin, takesClearAge })
  }
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

/** The lists of WALLET_LISTS_FILE with what is kept of them; none without it, or without the program that verifies. */
export async function startIssuerLists(
  configuration: Configuration,
  parts: { database: Database; clock: Clock; logger: Logger },
  stops: ShutdownSteps,
): Promise<IssuerLists> {
  const sources = await readListSources(configuration)
  if (sources.length === 0) return noIssuerLists
  if (!(await canVerifyLists())) {
    parts.logger.warn({}, listsAreOff)
    return noIssuerLists
  }
  const { localOnly: callsThisMachine } = configuration
  const fetch = createOutgoingFetch({ callsThisMachine, timeoutMs: 10_000, maxBytes: maxListBytes })
  const lists = createIssuerLists(sources, { ...parts, fetch })
  await lists.reload()
  const watching = watchIssuerLists(lists, parts.logger)
  stops.push(async () => watching.stop())
  return lists
}

/** Logged at the start. */
const listsAreOff =
  'the lists of WALLET_LISTS_FILE are off, and no issuer is trusted because of them: install xmlsec1 1.2 and ' +
  'prlimit, which verify them (Debian: apt-get install xmlsec1 util-linux)'

/** The lists that WALLET_LISTS_FILE names, none without it. */
export async function readListSources({
  walletListsFile,
  localOnly: callsThisMachine,
}: Pick<Configuration, 'walletListsFile' | 'localOnly'>): Promise<ListSource[]> {
  return walletListsFile ? loadListSources(walletListsFile, { callsThisMachine }) : []
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
