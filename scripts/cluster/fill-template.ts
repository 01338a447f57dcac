import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const templates = join(import.meta.dirname, '..', '..', 'deploy', 'cluster')

/** A file of deploy/cluster with every `${NAME}` replaced. Throws when a name has no value, or a value no place. */
export async function fillTemplate(name: string, values: Record<string, string | number>): Promise<string> {
  const text = await readFile(join(templates, name), 'utf8')
  const used = new Set<string>()
  const filled = text.replace(/\$\{([A-Z_]+)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} names ${key}, which has no value`)
    used.add(key)
    return String(value)
  })
  const unused = Object.keys(values).filter((key) => !used.has(key))
  if (unused.length > 0) throw new Error(`${name} has no place for ${unused.join(', ')}`)
  return filled
}
