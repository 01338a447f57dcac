/**
 * Structured log lines. Fields never hold tokens, passwords, names, email addresses or file contents: log ids, codes and counts.
 */
export type Logger = {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}
