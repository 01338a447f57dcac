import type { VerificationForm } from '../../../contract/verification.ts'

/** What the consent document shows of a verification: all of it once it exists, and as much as is typed while it is being made. */
export type DocumentParts = Pick<
  VerificationForm,
  | 'type'
  | 'fullName'
  | 'dateOfBirth'
  | 'signature'
  | 'signatureDate'
  | 'thirdPartyName'
  | 'thirdPartySocialMediaName'
  | 'thirdPartyPlatformAge'
  | 'thirdPartyClaimedAge'
  | 'platformName'
  | 'additionalInformation'
  | 'consentTextVersion'
  | 'thirdPartySignature'
  | 'thirdPartySignatureDate'
>
