import { afterEach, expect, it, vi } from 'vitest'
import { languages } from '../../domain/language.ts'
import { english } from '../../words/language.ts'
import { speak } from '../../words/testing/mirrored.ts'
import { readLocale } from './reader-locale.ts'

afterEach(() => {
  speak(english)
  vi.restoreAllMocks()
})

it.each([
  ['en', 'en-US', 'en-US-u-ca-gregory-nu-latn'],
  ['en', 'en-GB', 'en-GB-u-ca-gregory-nu-latn'],
  ['en', 'de-AT', 'en-GB'],
  ['de', 'de-AT', 'de-AT-u-ca-gregory-nu-latn'],
  ['de', 'en-US', 'de-DE'],
  ['ar', 'ar-EG', 'ar-EG-u-ca-gregory-nu-latn'],
  ['ar', 'ar-EG-u-nu-arab', 'ar-EG-u-ca-gregory-nu-latn'],
  ['ar', 'ar-SA-u-ca-islamic-umalqura', 'ar-SA-u-ca-gregory-nu-latn'],
  ['ar', 'fr-FR', 'ar-u-hc-h23-nu-latn'],
] as const)('a page in %s on a device in %s formats for %s (WORDS-2)', (tag, device, locale) => {
  speak({ ...languages[tag], tag, catalogues: {} })
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, locale: device })
  expect(readLocale()).toBe(locale)
})
