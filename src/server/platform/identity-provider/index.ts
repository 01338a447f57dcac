export {
  type CheckedIdentity,
  type IdentityProvider,
  IdentityProviderUnavailable,
  type SessionNotice,
  type SessionState,
} from './identity-provider.ts'
export { noIdentityProvider } from './no-identity-provider.ts'
