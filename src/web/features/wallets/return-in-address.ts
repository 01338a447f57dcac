/** What a wallet's way back carries behind the #; null for anything else. */
export function findReturn(hash: string): { session: string; responseCode: string } | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const session = fields.get('session')
  const responseCode = fields.get('response_code')
  return session && responseCode ? { session, responseCode } : null
}
