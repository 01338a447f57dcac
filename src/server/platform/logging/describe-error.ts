/** Errors whose message is made by the JavaScript engine out of names in our code, never out of data. */
const engineErrors = new Set(['TypeError', 'ReferenceError', 'RangeError'])

/** What may be logged of an error: where it happened and of which kind. */
export type ErrorDescription = {
  type: string
  code?: string
  message?: string
  /** PostgreSQL's names of what was violated. */
  constraint?: string
  table?: string
  at: string[]
  cause?: ErrorDescription
}

/**
 * Describes an error without its message, since messages of databases, parsers and mail servers quote the data that upset them. The stack
 * frames say where to look.
 */
export function describeError(error: unknown, depth = 3): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, at: [] }
  const findText = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : undefined
  }
  const code = findText('code')
  const constraint = findText('constraint')
  const table = findText('table')
  return {
    type: error.name,
    ...(code ? { code } : {}),
    ...(engineErrors.has(error.name) ? { message: error.message } : {}),
    ...(constraint ? { constraint } : {}),
    ...(table ? { table } : {}),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim().replace(/^at /, '')),
    ...(error.cause !== undefined && depth > 0 ? { cause: describeError(error.cause, depth - 1) } : {}),
  }
}
