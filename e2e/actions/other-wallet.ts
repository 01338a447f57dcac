import { createPrivateKey, KeyObject } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type KeyAndCertificate, makeCertificate } from '../../simulators/wallet/certificates.ts'
import { answerElsewhere, issueElsewhere, otherIssuer } from '../../simulators/wallet/other-wallet.ts'
import { makeReaderChain, writeKeyPem } from '../../simulators/wallet/reader-certificates.ts'

const type = 'org.iso.18013.5.1.mDL'
const name = { country: 'UT', organisation: otherIssuer, commonName: 'Another root' }
const [from, until] = [new Date('2020-01-01T00:00:00Z'), new Date('2049-01-01T00:00:00Z')]

/** The folders of a server that trusts the other issuer and signs its requests, and the issuer's key. */
const placesIn = (folder: string) => ({
  roots: join(folder, 'roots'),
  keys: join(folder, 'keys'),
  root: join(folder, 'root.json'),
})

/** Makes an issuer of driving licences, and the certificate of a reader that its wallets know. */
export async function writeWalletFolders(folder: string): Promise<Record<string, string>> {
  const { roots, keys, root } = placesIn(folder)
  await mkdir(join(roots, type), { recursive: true })
  await mkdir(join(keys, type), { recursive: true })
  const issuer = await makeCertificate({ name, from, until })
  await writeFile(join(roots, type, 'root.pem'), issuer.pem)
  const signingKey = KeyObject.from(issuer.signingKey).export({ format: 'pem', type: 'pkcs8' })
  await writeFile(root, JSON.stringify({ pem: issuer.pem, signingKey }))
  const { leaf, authority } = await makeReaderChain({ from, until })
  await writeFile(join(keys, type, 'key.pem'), writeKeyPem(leaf), { mode: 0o600 })
  await chmod(join(keys, type, 'key.pem'), 0o600)
  await writeFile(join(keys, type, 'chain.pem'), leaf.pem + authority.pem)
  return { WALLET_ROOTS_DIR: roots, WALLET_KEYS_DIR: keys }
}

async function readIssuer(folder: string): Promise<KeyAndCertificate> {
  const { pem, signingKey } = JSON.parse(await readFile(placesIn(folder).root, 'utf8'))
  const key = createPrivateKey(signingKey).toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  return { name, pem, der: Buffer.from(pem.replace(/-.*-|\s/g, ''), 'base64'), signingKey: key }
}

type Holder = { family_name: string; given_name: string }

/**
 * Lets the browser's own dialog for wallets answer with a credential that another library made: each request by the
 * protocol `pick` returns. Returns the protocols of the requests that the page made.
 */
export async function holdOtherWallet(
  page: Page,
  folder: string,
  holder: Holder,
  protocol: string,
): Promise<string[][]> {
  const asked: string[][] = []
  const credential = await issueElsewhere(
    { credentialType: type, root: await readIssuer(folder), claims: { ...holder } },
    new Date(),
  )
  const browser = await page.context().newCDPSession(page)
  await page.route(/\/wallet-sessions$/, async (route) => {
    const response = await route.fetch()
    const begun = (await response.json()) as {
      request: { requests?: Parameters<typeof answerElsewhere>[1][] }
    }
    const requests = begun.request.requests ?? []
    asked.push(requests.map((each) => each.protocol))
    const request = requests.find((each) => each.protocol === protocol)
    if (request) {
      const answer = await answerElsewhere(credential, request, new URL(page.url()).origin)
      await browser.send(
        'DigitalCredentials.setVirtualWalletBehavior' as 'Page.enable',
        {
          action: 'respond',
          protocol,
          response: answer.data,
        } as never,
      )
    }
    await route.fulfill({ response })
  })
  return asked
}
