/** What the auth client reports: its own error classes, or whatever was thrown. */
export type AuthFault = {
  message?: string
  name?: string
  code?: string | undefined
  status?: number | undefined
}

/** Whether the service answered at all: its words are then worth showing. A lost connection and a 5xx have none. */
export function hasServiceAnswered(fault: AuthFault): boolean {
  return fault.name !== 'AuthRetryableFetchError' && fault.name !== 'AuthUnknownError' && Boolean(fault.code)
}

/** The service's sentence with the specified advice after it; the advice alone, or the other one, when there is no sentence. */
export function describeAuthFault(fault: AuthFault, advice: string, broken: string): string {
  if (!hasServiceAnswered(fault)) return broken
  const sentence = fault.message?.trim()
  if (!sentence) return advice
  return fault.code === 'invalid_credentials' ? `${sentence.replace(/\.$/, '')}. ${advice}` : sentence
}
