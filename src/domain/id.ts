const canonical = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Whether a text is an id as the program knows it: a UUID in lower case with its four hyphens (RFC 9562, section 4), as PostgreSQL writes it.
 * Hashes, locks and limits take an id in this form only.
 */
export function isCanonicalId(text: string): boolean {
  return canonical.test(text)
}

/** The canonical form of an id as it was typed or as a mail client changed it, in whatever letters; null when it is no id. */
export function toCanonicalId(text: string | undefined): string | null {
  const lower = text?.toLowerCase()
  return lower !== undefined && isCanonicalId(lower) ? lower : null
}
