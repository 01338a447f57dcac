/**
 * How this process leaves, so that nobody is cut off who could go to another one. Both signals come once, in this order, and not at all while
 * it serves.
 */
export type Leaving = {
  /** Readiness says no, and each connection ends with its next answer; everything is still served. */
  announced: AbortSignal
  /** Event streams tell their readers to go elsewhere, and end; no new connection is taken. */
  begun: AbortSignal
}
