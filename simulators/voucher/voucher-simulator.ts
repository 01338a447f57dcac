import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose'
import type { ProviderMiddleware } from 'oidc-provider'
import { bankLevel, startProvider } from './provider.ts'

export type VoucherSimulator = {
  /** The issuers by the id of their file. */
  issuers: { bank: string; age_key: string }
  /** The private keys with which they sign. */
  signingKeys: { bank: JWK; age_key: JWK }
  close(): Promise<void>
}

export type VoucherSimulatorOptions = {
  /** Gets the files of the two providers, in the format of VOUCHERS_DIR. */
  folder: string
  /** PUBLIC_URL of the server that asks them. */
  publicUrl: string
  /** Whether the bank takes its requests from the server instead of the address. */
  hasPushedRequests?: boolean
  /** Tests change answers here. */
  middleware?: ProviderMiddleware
}

/**
 * Starts a bank and an age key on the loopback address, and writes their configuration files. Their keys and ports are
 * new at every start. They are only for development and tests: they don't describe real people.
 */
export async function startVoucherSimulator({
  folder,
  publicUrl,
  hasPushedRequests = true,
  middleware,
}: VoucherSimulatorOptions): Promise<VoucherSimulator> {
  const [bankKey, ageKeyKey, clientKey] = await Promise.all([
    makeSigningKey('bank-1'),
    makeSigningKey('key-1'),
    generateKeyPair('ES256', { extractable: true }),
  ])
  const shared = { ...(middleware ? { middleware } : {}), hasPushedRequests }
  const common = { client_id: 'assent', application_type: 'native', id_token_signed_response_alg: 'ES256' }
  const bank = await startProvider({
    ...{ ...shared, id: 'bank', name: 'Simulated bank', kind: 'bank', signingKey: bankKey },
    client: {
      ...common,
      redirect_uris: [`${publicUrl}/voucher-return/bank`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ ...(await exportJWK(clientKey.publicKey)), kid: 'client-1', use: 'sig' }] },
    },
  })
  const ageKey = await startProvider({
    ...{ ...shared, id: 'age-key', name: 'Simulated age key', kind: 'age_key', signingKey: ageKeyKey },
    hasPushedRequests: false,
    client: {
      ...common,
      redirect_uris: [`${publicUrl}/voucher-return/age-key`],
      response_types: ['id_token'],
      grant_types: ['implicit'],
      token_endpoint_auth_method: 'none',
    },
  })
  await mkdir(folder, { recursive: true })
  const write = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 })
  await write('bank.pem', await exportPKCS8(clientKey.privateKey))
  await write('bank.json', JSON.stringify(describeBank(bank.issuer), null, 2))
  await write('age-key.json', JSON.stringify(describeAgeKey(ageKey.issuer), null, 2))
  return {
    issuers: { bank: bank.issuer, age_key: ageKey.issuer },
    signingKeys: { bank: bankKey, age_key: ageKeyKey },
    async close() {
      await Promise.all([bank.close(), ageKey.close()])
    },
  }
}

async function makeSigningKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }
}

/** The file of the bank: a pushed request, a signed client, and age and name from its own endpoint. */
const describeBank = (issuer: string) => ({
  name: 'Simulated bank',
  kind: 'bank',
  countries: ['GB'],
  issuer,
  clientId: 'assent',
  privateKey: { file: 'bank.pem', algorithm: 'ES256', keyId: 'client-1' },
  flow: 'code',
  scopes: ['openid', 'age'],
  nameScopes: ['profile'],
  parameters: { acr_values: bankLevel, prompt: 'login' },
  claimsFrom: 'userinfo',
  age: { boolean: 'age_over_18', false: 'under' },
  names: { given: 'given_name', family: 'family_name' },
  required: { acr: [bankLevel] },
})

/** The file of the age key: a token in the fragment, for an age above a threshold, by a document alone. */
const describeAgeKey = (issuer: string) => ({
  name: 'Simulated age key',
  kind: 'age_key',
  countries: [],
  issuer,
  clientId: 'assent',
  flow: 'id_token',
  scopes: ['openid'],
  parameters: { claims: JSON.stringify({ age_thresholds: [18], allowed_methods: ['id_doc_scan'] }) },
  claimsFrom: 'id_token',
  age: { thresholds: 'age_thresholds', false: 'unknown' },
  names: null,
  required: { method: ['id_doc_scan'] },
})
