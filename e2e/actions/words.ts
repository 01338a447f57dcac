import { existsSync, readFileSync } from 'node:fs'

/** Returns a text of the product in a language, by its catalogue and its key there; English if it isn't translated. */
export type Words = (subject: string, key: string, english: string) => string

export function wordsIn(tag: string): Words {
  const read = (subject: string): Record<string, Record<string, string>> => {
    const path = `src/words/${tag}/${subject}.json`
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  }
  return (subject, key, english) => read(subject)[key]?.[tag] || english
}
