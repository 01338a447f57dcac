import type { Catalogue, Said } from './catalogue.ts'
import { readLanguage } from './language.ts'
import { readMessage } from './read-message.ts'

type Part = string | Catalogue

/**
 * The texts of a catalogue in the language that is spoken when they are read, by the keys of the English one.
 * `name` is that of its file in `en/`, and the key under which another language brings its own.
 */
export function messages<const English extends Catalogue>(name: string, english: English): Said<English> {
  return makeLive(english, () => readLanguage().catalogues[name] ?? english) as Said<English>
}

/** An object of the same shape whose texts are looked up each time, since a module is loaded before anybody chose a language. */
function makeLive(shape: Catalogue, read: () => Catalogue): object {
  const said = Array.isArray(shape) ? [] : {}
  for (const [key, part] of Object.entries<Part>(shape as Record<string, Part>)) {
    const get = () => (read() as Record<string, Part>)[key] as Part
    Object.defineProperty(
      said,
      key,
      typeof part === 'object'
        ? { enumerable: true, value: makeLive(part, () => get() as Catalogue) }
        : { enumerable: true, get: () => readMessage(get() as string) },
    )
  }
  return said
}
