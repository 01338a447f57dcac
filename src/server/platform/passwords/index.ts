export { createPasswords, type PasswordsOptions } from './argon2-passwords.ts'
export type { Passwords } from './passwords.ts'
