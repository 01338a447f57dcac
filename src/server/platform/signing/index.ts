export { createSigning, generateSigningKeys, type SigningKeys, type SigningOptions } from './jose-signing.ts'
export type { AccessTokenClaims, Signing } from './signing.ts'
