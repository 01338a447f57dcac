import type { ShownConsentText } from '../../contract/verification.ts'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import type { LanguageTag } from '../../domain/language.ts'
import {
  type ConsentText,
  type ConsentTextOf,
  currentConsentTextVersion,
  findConsentText,
} from '../../domain/verification/consent-text.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { readReader } from '../platform/language/index.ts'
import type { VerificationRow } from './store.ts'

/** A text with its SHA-256, hex, over its canonical JSON (docs/record-format.md). */
export function addHash(text: ConsentText): ShownConsentText {
  const { sections, warning } = text
  return {
    ...text,
    sections: sections.map((section) => ({ ...section, paragraphs: [...section.paragraphs] })),
    warning: [...warning],
    sha256: hashHex(writeCanonicalJson(text)),
  }
}

/** The text of a verification in a language, by default that of the request, with its hash (`findConsentText`). */
export function showConsentText(of: ConsentTextOf, language = readReader() ?? 'en'): ShownConsentText | null {
  const text = findConsentText(of, language)
  return text && addHash(text)
}

/** The text that a creation is signed with now, in the language of the request. */
export function showCurrentText(of: Omit<ConsentTextOf, 'consentTextVersion'>): ShownConsentText {
  const text = showConsentText({ ...of, consentTextVersion: currentConsentTextVersion })
  if (!text) throw new Error('there is no current consent text')
  return text
}

/** What a page says that it showed. A page of an earlier version names no language: it showed the English text. */
export type ShownText = {
  consentTextVersion: string
  consentTextLanguage: string | null
  consentTextSha256: string | null
}

/**
 * The text of a verification that the person was shown; null where they would be shown another one now, because the text
 * has changed or they have chosen another language (FORM-29).
 */
export function findShownText(of: ConsentTextOf, shown: ShownText): ShownConsentText | null {
  const isEarlierPage = shown.consentTextLanguage === null && shown.consentTextSha256 === null
  const text = showConsentText(of, isEarlierPage ? 'en' : (readReader() ?? 'en'))
  if (!text || shown.consentTextVersion !== text.version) return null
  const isSame = shown.consentTextLanguage === text.language && shown.consentTextSha256 === text.sha256
  return isEarlierPage || isSame ? text : null
}

type Signed = ConsentTextOf &
  Pick<
    VerificationRow,
    'consentLanguage' | 'consentSha256' | 'thirdPartyConsentLanguage' | 'thirdPartyConsentSha256'
  >

/** The texts that both people of a completed verification signed. Throws if one of them has changed, which is a bug. */
export function findSignedTexts(row: Signed): { creator: ShownConsentText; thirdParty: ShownConsentText } {
  const find = (language: LanguageTag | null, sha256: string | null) => {
    const text = showConsentText(row, language ?? 'en')
    if (!text || (sha256 !== null && sha256 !== text.sha256))
      throw new Error(`the consent text ${row.consentTextVersion} is not the one that was signed`)
    return text
  }
  return {
    creator: find(row.consentLanguage, row.consentSha256),
    thirdParty: find(row.thirdPartyConsentLanguage, row.thirdPartyConsentSha256),
  }
}
