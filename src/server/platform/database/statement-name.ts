/** PostgreSQL keeps the plan of each named statement in each connection: for no more of them than this. */
const namedAtMost = 300

/** A statement that is asked only once or twice, as by a script or for a list of an odd length, is not worth a name. */
const namedFromUse = 3

/**
 * Names the statements that come again and again, so that PostgreSQL parses and plans each once in a connection (PostgreSQL, PREPARE), and the
 * driver sends but its name and values. One of these serves all connections of a pool.
 */
export function nameStatements(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= namedAtMost) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < namedFromUse) {
      if (uses.size >= namedAtMost * 10) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    const name = `assent_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
