import type { LanguageTag } from '../language.ts'
import { arabic } from './consent-texts/ar.ts'
import { german } from './consent-texts/de.ts'
import { earlierEnglish, english } from './consent-texts/en.ts'
import { spanish } from './consent-texts/es.ts'
import { french } from './consent-texts/fr.ts'
import { portuguese } from './consent-texts/pt.ts'
import { type ConsentWording, consentParts, type StatementName } from './consent-texts/wording.ts'
import type { Validity } from './validity.ts'
import type { VerificationKind } from './verification.ts'

export type { StatementName } from './consent-texts/wording.ts'

/** One headed part of the consent text. `id` is stable across versions and languages. */
export type ConsentSection = { id: string; heading: string; paragraphs: readonly string[] }

/** Everything that a person reads and signs of the service's own words (docs/record-format.md). */
export type ConsentText = {
  /** Kept with every verification, so that a record shows the exact text that was signed. */
  version: string
  language: LanguageTag
  title: string
  sections: readonly ConsentSection[]
  /** The sentences that are ticked; `additionalTerms` is shown only if there are any. */
  statements: Record<StatementName, string>
  /** The warning that the third party reads first (FORM-3). */
  warning: readonly string[]
}

export const currentConsentTextVersion = '5 (December 2026)'

/** The languages of each version that an existing verification may have. English is in every one. */
const versions: Record<string, { en: ConsentWording } & Partial<Record<LanguageTag, ConsentWording>>> = {
  // In this version only a withdrawal ended the consent.
  '2026-12': { en: { ...earlierEnglish, duration: withoutEnd(earlierEnglish.duration) } },
  '2027-01': { en: earlierEnglish },
  [currentConsentTextVersion]: {
    en: english,
    de: german,
    ar: arabic,
    es: spanish,
    pt: portuguese,
    fr: french,
  },
}

function withoutEnd({ until_withdrawn: only }: ConsentWording['duration']): ConsentWording['duration'] {
  return { until_withdrawn: only, '24_hours': only, '7_days': only }
}

/** What decides the text of a verification, besides its language. */
export type ConsentTextOf = { consentTextVersion: string; type: VerificationKind; validity: Validity }

/**
 * The consent text of a verification in a language, or in English where the version doesn't have it; `null` for an
 * unknown version (FORM-4, FORM-28).
 */
export function findConsentText(
  { consentTextVersion: version, type, validity }: ConsentTextOf,
  language: LanguageTag = 'en',
): ConsentText | null {
  const wordings = Object.hasOwn(versions, version) ? versions[version] : undefined
  if (!wordings) return null
  const translated = wordings[language]
  return {
    version,
    language: translated ? language : 'en',
    ...writeText(translated ?? wordings.en, type, validity),
  }
}

function writeText(wording: ConsentWording, type: VerificationKind, validity: Validity) {
  const { titles, headings, paragraphs, purpose, duration, lapse, statements, warning } = wording
  const ofPart = { ...paragraphs, purpose: purpose[type], duration: [...duration[validity], lapse] }
  const sections = consentParts.map((id) => ({ id, heading: headings[id], paragraphs: ofPart[id] }))
  return { title: titles[type], sections, statements, warning }
}
