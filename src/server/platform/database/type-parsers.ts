import pg from 'pg'

/**
 * How values come out of PostgreSQL, where that differs from the driver's default: `date` stays the string it is, since a day has no
 * time zone, and `bigint` becomes a number or throws when a number cannot hold it.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.DATE) return (text: string) => text
    if (oid === pg.types.builtins.INT8) return parseSafeInteger
    return pg.types.getTypeParser(oid, format)
  },
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint does not fit a number')
  return value
}
