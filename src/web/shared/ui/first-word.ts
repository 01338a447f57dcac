/** The first word of a name, for a greeting; empty for an empty name. */
export function pickFirstWord(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? ''
}
