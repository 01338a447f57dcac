// The translations, from words/*.json. The file that people download has them in place of this module
// (src/server/records/checker.ts).
import fs from 'node:fs/promises'

export const tags = ['ar', 'de', 'es', 'fr', 'pt']

const tables = await Promise.all(
  tags.map(async (tag) =>
    JSON.parse(await fs.readFile(new URL(`words/${tag}.json`, import.meta.url), 'utf8')),
  ),
)

/** For each English text, its translations in the order of the tags. */
export const words = Object.fromEntries(
  Object.keys(tables[0]).map((english) => [english, tables.map((table) => table[english])]),
)
