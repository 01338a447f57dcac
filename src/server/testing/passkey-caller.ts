import { type AuthAnswer, createAuthCaller } from './auth-caller.ts'
import type { Authenticator, Ceremony, Signing } from './software-authenticator.ts'
import type { TestApp } from './test-app.ts'

/** Adds and uses passkeys of a test app as the published client does. */
export function createPasskeyCaller(test: TestApp) {
  const { call, post } = createAuthCaller(test)
  const read = ({ body }: AuthAnswer) => body as unknown as Ceremony
  return {
    beginRegistration: async (token: string) =>
      read(await post('/passkeys/registration/options', {}, { token })),
    finishRegistration: (token: string, answer: object) =>
      post('/passkeys/registration/verify', answer, { token }),
    beginSignIn: async () => read(await post('/passkeys/authentication/options', {})),
    finishSignIn: (answer: object, token?: string) =>
      post('/passkeys/authentication/verify', answer, token ? { token } : {}),
    async register(token: string, authenticator: Authenticator): Promise<string> {
      const answer = authenticator.create(await this.beginRegistration(token))
      const { status, body } = await this.finishRegistration(token, answer)
      if (status !== 200) throw new Error(`the passkey was refused: ${String(body['code'])}`)
      return String(body['id'])
    },
    async signIn(authenticator: Authenticator, signing: Signing = {}): Promise<AuthAnswer> {
      return this.finishSignIn(authenticator.get(await this.beginSignIn(), signing))
    },
    /** Proves the identity of a session's user again. */
    async prove(authenticator: Authenticator, token: string): Promise<AuthAnswer> {
      return this.finishSignIn(authenticator.get(await this.beginSignIn()), token)
    },
    list: (token: string) => call('GET', '/auth/v1/passkeys', { token }),
    rename: (token: string, id: string, name: string) =>
      call('PATCH', `/auth/v1/passkeys/${id}`, { token, body: { friendly_name: name } }),
    remove: (token: string, id: string) => call('DELETE', `/auth/v1/passkeys/${id}`, { token }),
  }
}
