/** Longest accepted texts, in characters. No rule needs them; they keep a form a form. */
export const verificationLimits = {
  nameMax: 200,
  socialMediaNameMax: 200,
  platformNameMax: 100,
  ageTextMax: 20,
  signatureMax: 200,
  additionalInformationMax: 5000,
  phoneMax: 40,
  declineReasonMax: 1000,
} as const

/** How long a request that came to nothing says whom it was for, and what was typed about them. */
export const forgottenAfterDays = 30
