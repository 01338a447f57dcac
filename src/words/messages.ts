import type { GetICUArgs } from '@schummar/icu-type-parser'
import { type Catalogue, readLanguage } from './language.ts'
import { readMessage } from './read-message.ts'

/** The values of a message: a text or a number, and always a number where it is counted. */
type Values<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

/**
 * A catalogue as used by the code: a text without placeholders is a string, one with placeholders a function that takes
 * exactly those.
 */
type Texts<Part> = Part extends `${string}{${string}`
  ? (values: Values<Part>) => string
  : Part extends string
    ? string
    : { readonly [Key in keyof Part]: Texts<Part[Key]> }

type Part = string | Catalogue

/** The key of a catalogue's source texts. Global, since Vite's configuration has its own copy of this module. */
const written = Symbol.for('written')

const sources = new Map<string, Catalogue>()

/**
 * The texts of a catalogue in the language that is current when they are read, by the keys of the English one. `name`
 * is the name of its file in `en/`, and the key of its texts in other languages.
 */
export function messages<const English extends Catalogue>(name: string, english: English): Texts<English> {
  sources.set(name, english)
  const texts = makeLive(english, () => readLanguage().catalogues[name] ?? english)
  return Object.defineProperty(texts, written, { value: english }) as Texts<English>
}

/**
 * The source texts of a catalogue.
 * @internal used by the build, which compiles them for the browser, and by tests.
 */
export const readWritten = (catalogue: object): Catalogue => Reflect.get(catalogue, written)

/** The source texts of a catalogue that is loaded, by its name. */
export const findWritten = (name: string): Catalogue => sources.get(name) ?? {}

/**
 * An object of the same shape. Its texts are looked up at each read, because modules load before a language is chosen.
 */
function makeLive(shape: Catalogue, read: () => Catalogue): object {
  const texts = Array.isArray(shape) ? [] : {}
  for (const [key, part] of Object.entries<Part>(shape as Record<string, Part>)) {
    const get = () => (read() as Record<string, Part>)[key] as Part
    Object.defineProperty(
      texts,
      key,
      typeof part === 'object'
        ? { enumerable: true, value: makeLive(part, () => get() as Catalogue) }
        : { enumerable: true, get: () => readMessage(get() as string) },
    )
  }
  return texts
}
