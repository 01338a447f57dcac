export { createSigning, generateSigningKeys, type SigningKeys, type SigningOptions } from './jose-signing.ts'
export {
  type AccessTokenClaims,
  describeSigning,
  doKeysFit,
  type Signing,
  type SigningMarks,
} from './signing.ts'
