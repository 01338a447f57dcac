/** Where a link's token is kept for as long as the tab lives, so that a reload still opens the record. */
const keyOf = (id: string) => `record-link.${id}`

/** The token behind the # of a mailed link, null when there is none. */
export function tokenInHash(hash: string): string | null {
  return /^#([\w-]{43})$/.exec(hash)?.[1] ?? null
}

export function keepToken(id: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(id), token)
  } catch {
    // Without storage the record opens once.
  }
}

export function keptToken(id: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(id))
  } catch {
    return null
  }
}

export function dropToken(id: string): void {
  try {
    sessionStorage.removeItem(keyOf(id))
  } catch {
    // Nothing was kept.
  }
}
