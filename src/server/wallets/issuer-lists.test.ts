import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { createIssuer } from '../../../simulators/wallet/issuer.ts'
import { createOutgoingFetch } from '../platform/outgoing/index.ts'
import { createIssuerLists, createWallets, maxListBytes } from '../platform/wallet/index.ts'
import { makeListSigner, signList, writeList } from '../testing/issuer-list.ts'
import { serveHere } from '../testing/listen-here.ts'
import { invite, registerPaying } from '../testing/people.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { answerWallet, askWallet, begun, sessionNow } from '../testing/simulated-wallet.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { fetchIssuerListsJob } from './index.ts'

const test = testAppForFile()
const type = 'eu.europa.ec.av.1'

it('takes a proof of an issuer that only a signed list names, from the job on that fetches it (WALLET-1, WALLET-19)', async () => {
  const { platform, clock, database } = test
  const issuer = await createIssuer(clock.now())
  const signer = await makeListSigner()
  const list = await signList(
    writeList({ services: [{ certificate: `${new X509Certificate(issuer.roots[type])}` }] }),
    signer,
  )
  const site = await serveHere({ fetch: () => new Response(list) })
  const fetch = createOutgoingFetch({ callsThisMachine: true, timeoutMs: 30_000, maxBytes: maxListBytes })
  const source = { credentialType: type, address: `${site.origin}/`, signers: [signer.certificate] } as const
  const lists = createIssuerLists([source], { database, clock, logger: silentLogger, fetch })
  platform.issuerLists = lists
  platform.wallets = createWallets({ roots: new Map(), lists, origin: platform.settings.publicUrl })

  const offered = async () => (await test.app.request('/api/wallets')).json()
  const readWarning = async () => {
    clock.advance(2000)
    return ((await (await test.app.request('/readyz')).json()) as { warning?: string }).warning
  }
  const creator = await registerPaying(test)
  expect(await offered()).toEqual({ offered: [] })
  expect((await askWallet(test, creator)).status).toBe(409)
  expect(await readWarning()).toContain(`The list of issuers of ${type} was not fetched yet`)

  await database.transaction((tx) => platform.jobs.enqueue(tx, fetchIssuerListsJob, {}))
  await test.runJobs()
  await site.close()
  expect(await offered()).toEqual({ offered: [type] })
  expect(await readWarning()).toBeUndefined()
  const thirdParty = await invite(test, creator)
  const session = await begun(test, thirdParty)
  expect((await answerWallet(test, issuer, session, 'yes')).status).toBe(200)
  expect(await sessionNow(test, session)).toMatchObject({ proof: { issuerName: 'Simulated issuer' } })
})
