import type pg from 'pg'

/** The rows of a result, each column under its name in camelCase. Throws if two columns get the same name. */
export function readRows<Row extends object>({ fields, rows }: pg.QueryArrayResult<unknown[]>): Row[] {
  const names = fields.map(({ name }) => toCamelCase(name))
  if (new Set(names).size < names.length)
    throw new Error(`two columns have the same name: ${names.join(', ')}`)
  const none = Object.fromEntries(names.map((name) => [name, null]))
  return rows.map((values) => {
    const row: Record<string, unknown> = { ...none }
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = values[index]
    return row as Row
  })
}

/** Column names stand in the code and the migrations, so there are only some hundreds. */
const known = new Map<string, string>()

/** `age_over_18` -> `ageOver18`. An underscore at the start stays, and so does a name that is already in camelCase. */
function toCamelCase(column: string): string {
  const earlier = known.get(column)
  if (earlier !== undefined) return earlier
  const name = column.replaceAll(/(?<=[^_])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  known.set(column, name)
  return name
}
