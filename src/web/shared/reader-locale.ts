import { readLanguage } from '../../words/language.ts'

/**
 * The locale for days, times, numbers and prices on a page: that of the device if the device speaks the page's language,
 * for example British or American English; otherwise that of the language. The digits are Latin and the years are
 * those of the record, as in every language of the product.
 */
export function readLocale(): string {
  const { tag, locale } = readLanguage()
  const device = new Intl.DateTimeFormat().resolvedOptions().locale
  return device.split('-')[0] === tag.split('-')[0]
    ? new Intl.Locale(device, { calendar: 'gregory', numberingSystem: 'latn' }).toString()
    : locale
}
