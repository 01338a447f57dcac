// node simulators/voucher/main.ts FOLDER: a bank and an age key in a process of their own, until it is stopped.
import { isLoopbackHost } from '../../src/server/http/origin.ts'
import { startVoucherSimulator } from './voucher-simulator.ts'

const [folder] = process.argv.slice(2)
const {
  HOST: host = '127.0.0.1',
  PUBLIC_URL: publicUrl = 'http://localhost:3000',
  NODE_ENV: mode,
} = process.env

/** One sentence about why it doesn't start; null if it may. */
function findFault(): string | null {
  if (!folder) return 'Name a folder for the files: npm run vouchers:simulate -- ./vouchers'
  const hosts = [host, URL.parse(publicUrl)?.host ?? '']
  if (mode !== 'production' && hosts.every((each) => isLoopbackHost(each))) return null
  return 'The simulated bank and age key are for this machine alone: HOST and PUBLIC_URL must be loopback addresses, and NODE_ENV not production.'
}

const fault = findFault()
if (fault || !folder) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}
const simulator = await startVoucherSimulator({ folder, publicUrl: new URL(publicUrl).origin })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void simulator.close().then(() => process.exit(0)))
process.stdout.write(
  `The bank is ${simulator.issuers.bank} and the age key ${simulator.issuers.age_key}; they prove nothing.\n` +
    `Start the server with VOUCHERS_DIR=${folder} npm start\n`,
)
