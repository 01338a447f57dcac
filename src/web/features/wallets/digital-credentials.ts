import type { BegunWalletSession } from '../../../contract/wallet.ts'

/** What browsers have that speak the W3C Digital Credentials API; TypeScript does not know it yet. */
type DigitalCredentialClass = { userAgentAllowsProtocol?(protocol: string): boolean }
type DigitalRequests = Extract<BegunWalletSession['request'], { requests: unknown }>['requests']
export type DigitalCredential = { protocol: string; data: unknown }

function findCredentialClass(): DigitalCredentialClass | null {
  const known = (globalThis as { DigitalCredential?: DigitalCredentialClass }).DigitalCredential
  return known && typeof navigator.credentials?.get === 'function' ? known : null
}

/** Whether this browser can ask wallets by itself. */
export function canAskByBrowser(): boolean {
  return findCredentialClass() !== null
}

/**
 * Has the browser ask. Null when the person did not want to.
 * @throws Error when the browser cannot ask for this, or nobody can answer
 */
export async function askByBrowser(
  requests: DigitalRequests,
  signal: AbortSignal,
): Promise<DigitalCredential | null> {
  const allows = findCredentialClass()?.userAgentAllowsProtocol
  const allowed = requests.filter(({ protocol }) => allows?.(protocol) ?? true)
  const options = { digital: { requests: allowed }, mediation: 'required', signal }
  try {
    const credential = (await navigator.credentials.get(
      options as CredentialRequestOptions,
    )) as unknown as DigitalCredential | null
    return credential && { protocol: credential.protocol, data: toObject(credential.data) }
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}

/** Some browsers gave the data as JSON text before the API settled. */
function toObject(data: unknown): unknown {
  return typeof data === 'string' ? JSON.parse(data) : data
}
