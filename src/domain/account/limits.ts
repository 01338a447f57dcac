/** Lengths in characters. The minimums are those of SIGNUP-4 and PASSWORD-2; the maximums keep a field a field. */
export const accountLimits = {
  emailMax: 255,
  passwordMin: 6,
  newPasswordMin: 8,
  passwordMax: 256,
  fullNameMin: 2,
  fullNameMax: 200,
  addressMin: 5,
  addressMax: 500,
  phoneNumberMin: 5,
  phoneNumberMax: 40,
} as const

/** How long signing in takes the closing of an account back. */
export const graceDays = 7
