import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { writeCanonicalJson } from '../canonical-json.ts'
import { type LanguageTag, languageTags } from '../language.ts'
import { findConsentText } from './consent-text.ts'
import { validities } from './validity.ts'
import { verificationKinds } from './verification.ts'

/**
 * The SHA-256 of every text that was ever signed, by version and language: its first half suffices to notice a change. A
 * change of a text needs a new version. A new language or a new version adds a row.
 */
const known: Record<string, readonly string[]> = {
  '2026-12, en': [
    'age 24_hours e8eb940bbd4bbb867579129c65451fdc',
    'age 7_days e8eb940bbd4bbb867579129c65451fdc',
    'age until_withdrawn e8eb940bbd4bbb867579129c65451fdc',
    'person 24_hours 5cb692eb91e16d20b2b0a6612836eebe',
    'person 7_days 5cb692eb91e16d20b2b0a6612836eebe',
    'person until_withdrawn 5cb692eb91e16d20b2b0a6612836eebe',
  ],
  '2027-01, en': [
    'age 24_hours 5fffc115eaf09f82401b83a8f8558e25',
    'age 7_days 7ff1b48a1e9900d42980f707caf56829',
    'age until_withdrawn 6781dff32eaf3ef896a81a2dae7628e3',
    'person 24_hours 632ee6be45ac8b63d4ea387a41eb6227',
    'person 7_days 8140eaa79477337c46fcdf452ea0ce1c',
    'person until_withdrawn cc284d848f867762f7d5965dcdd3936e',
  ],
  '5 (December 2026), en': [
    'age 24_hours debf0e10683aa7176e978b22f66b4f88',
    'age 7_days f169328bd30d0fe2bc10278d1a1983d2',
    'age until_withdrawn c8ffab73c382e998a2df426874891247',
    'person 24_hours ed1d6451f75bf281f7b98cdd622273f8',
    'person 7_days cf3b6559faae3c26d760185d3c303f9f',
    'person until_withdrawn 2820960420143438a3bbe67ccaf3b5a2',
  ],
  '5 (December 2026), de': [
    'age 24_hours b18d065b5531a8e6f79896f9f9c0dd07',
    'age 7_days 35b8a7195a80133842f009194f1008e9',
    'age until_withdrawn 80e9b3479c6d46956a5f1b60c59456e4',
    'person 24_hours fe66b29b2bd2cffda542b804ca75b861',
    'person 7_days 5e91b4aa86cf876ca1796085d186d6e2',
    'person until_withdrawn 0aa090a2a2377caa1bd30855aa30f13b',
  ],
  '5 (December 2026), ar': [
    'age 24_hours 1dce7c69020205d7490a283918a926cc',
    'age 7_days dac0d55b8c9a2b21ecf8b76dad87ede7',
    'age until_withdrawn 56c178c6f4eea4b49e5cf7a4494432c2',
    'person 24_hours 1d7de76c7d61547c9f155c982fda0fe4',
    'person 7_days 02708bd20b6c0f157004153b4926e037',
    'person until_withdrawn e8a5389a3532d87f10997a72f118384d',
  ],
  '5 (December 2026), es': [
    'age 24_hours e1d49020f813a5d3144a7b5b398897f8',
    'age 7_days a0e2dce8d01abb3cafd444a5fcf9bac8',
    'age until_withdrawn dce63c9d2c966c5c0402fe3738777693',
    'person 24_hours 34205f547e90cd76c7e8fbc93b34c65b',
    'person 7_days 112b2383771de49611bd7af454025cd6',
    'person until_withdrawn dc9295d33be5bf61e7d4bbacfe237fda',
  ],
  '5 (December 2026), pt': [
    'age 24_hours 58d501f27bebf331f246a49c5934492e',
    'age 7_days 7d8f508b4469f69ef255fe7493bb61b0',
    'age until_withdrawn 7e518ef97ccae3a2e9bf669e0aa1882c',
    'person 24_hours 616441c89d40b0871663f63bf60d8276',
    'person 7_days e0d50d58b1c330695d8fd1baee06d08a',
    'person until_withdrawn 3a2f96b68f4f5de57e9d46905af899ba',
  ],
  '5 (December 2026), fr': [
    'age 24_hours 09e96f9b99f175380e1cfee527dbf07c',
    'age 7_days d22df84bbad26f6539e0356e5005d7f2',
    'age until_withdrawn ff455387296d9a9407bba771befee0d9',
    'person 24_hours afc44117d25ab62200fca6f20dbf7aac',
    'person 7_days 8d588bf4854e01b40a0cb221b7efcda1',
    'person until_withdrawn 5269375627c983c514b965c599db77ff',
  ],
}

const list = (version: string, language: LanguageTag) =>
  verificationKinds.flatMap((type) =>
    validities.map((validity) => {
      const text = findConsentText({ consentTextVersion: version, type, validity }, language)
      const hash = createHash('sha256')
        .update(writeCanonicalJson(text ?? 'none'))
        .digest('hex')
      return `${type} ${validity} ${hash.slice(0, 32)}`
    }),
  )

it.each(Object.entries(known))('no word of the text %s changes (FORM-28)', (name, hashes) => {
  const [version = '', language] = name.split(', ')
  expect(list(version, language as LanguageTag)).toEqual(hashes)
})

it('knows each language of the current version', () => {
  for (const language of languageTags) expect(Object.keys(known)).toContain(`5 (December 2026), ${language}`)
})
