import format, { type CompiledMessage } from 'icu-minify/format'
import { isolate, type Values } from './fill.ts'
import { readLanguage } from './language.ts'

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...given),
}

/** A function for a message that counts or chooses, by the rules of the current language. */
export function choose(message: CompiledMessage): (values: Values) => string {
  return (values) => {
    const isolated = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]))
    // Every value is text, so the result is text.
    return format<string>(message, readLanguage().locale, isolated, { formatters }) as string
  }
}
