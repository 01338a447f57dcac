// npm run seal-key -- rotate | request --subject /CN=… | install certificates.pem [--to FILE]: makes the next seal key,
// signed with the current one. The server announces it at its next start. docs/operations.md explains when to use which
// command.
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { productName } from '../src/domain/product.ts'
import { readConfiguration } from '../src/server/config.ts'
import { systemClock } from '../src/server/platform/clock/index.ts'
import { removeUnfinished, writeDurably } from '../src/server/platform/files/index.ts'
import { joinCertificate, makeNextKey, makeRequest, parseSealKey } from '../src/server/platform/pdf/index.ts'
import { StartupError } from '../src/server/platform/startup-error.ts'
import { nameSealKeyFile } from '../src/server/secrets.ts'
import { runCommand } from './lib/run-command.ts'

const usage =
  'usage: npm run seal-key -- rotate | request --subject /CN=… | install certificates.pem [--to FILE]'

const current = nameSealKeyFile(readConfiguration())
/** The private key of a certificate request, until the certificate is installed. */
const requested = join(dirname(current), 'seal-key-requested.pem')

/**
 * Replaces the seal key that the server reads, and keeps the former one beside it. With `to` it writes the next key to
 * that file instead and replaces nothing.
 */
async function put(next: string, to: string | undefined): Promise<void> {
  const { certificateSha256, certificatePem } = parseSealKey(next)
  if (to) {
    await writeDurably(to, next)
    console.log(`The next seal key is in ${to}. Replace ${current} with it, then restart the server.`)
  } else {
    const former = await readFile(current, 'utf8')
    const name = `seal-key-former-${parseSealKey(former).certificateSha256.slice(0, 8)}.pem`
    const kept = join(dirname(current), name)
    await writeDurably(kept, former)
    await writeDurably(current, next)
    console.log(`The next seal key is in ${current}, the former one in ${kept}. Restart the server.`)
  }
  console.log(`Its certificate (SHA-256 ${certificateSha256}):\n${certificatePem}`)
}

/** Turns a failure into a StartupError, which is printed as one sentence. */
async function refuseOnError<T>(what: Promise<T>): Promise<T> {
  return what.catch((error: unknown) => {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error })
  })
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, subject: { type: 'string' } },
    allowPositionals: true,
  })
  // Killed runs leave private keys in temporary files.
  await refuseOnError(removeUnfinished(dirname(current), { prefix: 'seal-key', afterMs: 0 }))
  const [command, file] = positionals
  const now = systemClock.now()
  const sealsNow = () => refuseOnError(readFile(current, 'utf8'))
  if (command === 'rotate')
    return put(await makeNextKey(await sealsNow(), `${productName} record seal`, now), values.to)
  if (command === 'request' && values.subject) {
    const { privateKey, request } = await refuseOnError(makeRequest(values.subject))
    await writeDurably(requested, privateKey)
    console.error(`The private key of this request is in ${requested}.`)
    console.log(request.trimEnd())
    return
  }
  if (command === 'install' && file) {
    const [privateKey, certificates] = await refuseOnError(
      Promise.all([readFile(requested, 'utf8'), readFile(file, 'utf8')]),
    )
    await put(
      await refuseOnError(joinCertificate(await sealsNow(), { privateKey, certificates }, now)),
      values.to,
    )
    return rm(requested)
  }
  throw new StartupError(usage)
}

await runCommand(run)
