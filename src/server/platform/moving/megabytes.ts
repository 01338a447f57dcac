/** A size in words, rounded up. */
export function toMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}
