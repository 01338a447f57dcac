import type { VerificationRow } from '../verifications/index.ts'

/** What the creator of a verification typed about the person whom they asked (`src/contract/typed-about.ts`). */
export function pickTypedAbout(row: VerificationRow) {
  return {
    name: row.thirdPartyName,
    socialMediaName: row.thirdPartySocialMediaName,
    ageOnPlatform: row.thirdPartyPlatformAge,
    ageClaimed: row.thirdPartyClaimedAge,
    email: row.thirdPartyEmail,
    phone: row.thirdPartyPhone,
  }
}
