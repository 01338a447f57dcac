const recoveryMethods = ['recovery', 'otp', 'magiclink']

/**
 * Whether a stored session began with a mailed link, so that a new password needs no current one. Reads the access token's `amr` claim
 * (AUTH-3) without trusting it: the service decides, this only decides which fields to show.
 */
export function isRecoverySession(stored: string | null): boolean {
  try {
    const { access_token: token } = JSON.parse(stored ?? '') as { access_token: string }
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { amr } = JSON.parse(atob(payload)) as { amr?: { method: string }[] }
    return amr?.some(({ method }) => recoveryMethods.includes(method)) ?? false
  } catch {
    return false
  }
}
