import type { GetICUArgs } from '@schummar/icu-type-parser'

/** Texts by what they are for. A text is a message of ICU MessageFormat: `{count, plural, one {# day} other {# days}}`. */
export type Catalogue = { readonly [key: string]: string | Catalogue } | readonly (string | Catalogue)[]

/** What a message is told: a name or a figure, and a number where it has to be counted. */
type Values<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>

/** A catalogue as it is used: a text without places is a string, one with places a function that wants exactly what it names. */
export type Said<Part> = Part extends `${string}{${string}`
  ? (values: Values<Part>) => string
  : Part extends string
    ? string
    : { readonly [Key in keyof Part]: Said<Part[Key]> }
