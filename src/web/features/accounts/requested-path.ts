/**
 * Where somebody wanted to go before signing in, from the navigation's state; /dashboard when nowhere. Only paths of our own are followed:
 * `//other.example` and `/\other.example` lead elsewhere.
 */
export function requestedPath(state: unknown): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
      ? state.from
      : ''
  return /^\/(?![/\\])/.test(from) ? from : '/dashboard'
}
