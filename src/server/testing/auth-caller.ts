import { randomUUID } from 'node:crypto'
import type { OutboxMail } from '../platform/mail/index.ts'
import { type TestApp, testAppForFile } from './test-app.ts'

/** The members of an auth answer that tests check; the others are in `body`. */
export type AuthAnswer = {
  status: number
  headers: Headers
  /** The parsed JSON, `{}` without a body. */
  body: Record<string, unknown>
}

export type CallOptions = {
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export type TestSession = { accessToken: string; refreshToken: string; userId: string }

/** A complete registration of an adult, as the sign-up form sends it. */
export const registration = {
  full_name: 'Ann Example',
  date_of_birth: '1990-05-17',
  address: '1 Example Street, Exampleton',
  sex: 'female',
  phone_number: '+447700900123',
}

export const password = 'Correct-horse 17'

/** Calls the auth service of a test app as auth-js does. */
export function createAuthCaller(test: TestApp, app?: TestApp['app']) {
  async function call(method: string, path: string, options: CallOptions = {}): Promise<AuthAnswer> {
    const response = await (app ?? test.app).request(path, {
      method,
      headers: {
        'Content-Type': 'application/json;charset=UTF-8',
        'X-Supabase-Api-Version': '2024-01-01',
        ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: bodyText(options.body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} }
  }

  const post = (path: string, body: unknown, options: CallOptions = {}) =>
    call('POST', `/auth/v1${path}`, { ...options, body })

  return {
    call,
    post,

    async signUp(email: string, more: Record<string, unknown> = {}): Promise<TestSession> {
      return sessionIn(await post('/signup', { email, password, data: registration, ...more }))
    },

    signIn: (email: string, secret: string = password) =>
      post('/token?grant_type=password', { email, password: secret }),

    /** Confirms the address, and logs in with the password once the session opened by the mailed link has expired. */
    async confirmAndLogIn(email: string): Promise<TestSession> {
      await this.confirm(email)
      test.clock.advance(2 * 60 * 60 * 1000)
      return sessionIn(await this.signIn(email))
    },

    refresh: (refreshToken: string) =>
      post('/token?grant_type=refresh_token', { refresh_token: refreshToken }),

    user: (token: string) => call('GET', '/auth/v1/user', { token }),

    /** Runs the due jobs and returns all mails, newest first. */
    async mails(): Promise<OutboxMail[]> {
      await test.runJobs()
      return (await test.platform.mailer.outbox?.listNewest(100)) ?? []
    },

    /** The link in the newest mail to an address; throws without one. */
    async mailedLink(to: string): Promise<URL> {
      const texts = (await this.mails()).filter((mail) => mail.to === to).map((mail) => mail.text)
      const link = texts.flatMap((text) => /https?:\/\/\S+[?&]token\S+/.exec(text) ?? [])[0]
      if (!link) throw new Error(`no link was mailed to ${to}`)
      return new URL(link)
    },

    /** Opens a mailed link to the auth service, and returns the page that the browser is redirected to. */
    async open(link: URL): Promise<URL> {
      const { status, headers } = await call('GET', link.pathname + link.search)
      if (status !== 303) throw new Error(`the link answered ${status}`)
      return new URL(headers.get('location') ?? '')
    },

    /** Looks up the state of a link, as the page for mailed links does. */
    look: (link: URL, token?: string) => post('/links/look', linkIn(link), token ? { token } : {}),

    /**
     * Opens a mailed link and presses the button of its page, with the password of the registration or the given proof.
     */
    press(link: URL, shown: object = { password }, token?: string): Promise<AuthAnswer> {
      return post('/links/use', { ...linkIn(link), ...shown }, token ? { token } : {})
    },

    /** Confirms an address by its newest mailed link, as the person who registered it. */
    async confirm(email: string): Promise<TestSession> {
      const answer = await this.press(await this.mailedLink(email))
      return toSession(answer)
    },
  }
}

export type AuthCaller = ReturnType<typeof createAuthCaller>

/** A new installation for all tests, and a caller of its auth service. */
export function authForFile(): { test: TestApp; auth: AuthCaller } {
  const test = testAppForFile()
  return { test, auth: createAuthCaller(test) }
}

/** An unused address, an hour later, so that the limits of earlier addresses are reset. */
export function takeAddress(test: TestApp, name: string): string {
  test.clock.advance(60 * 60 * 1000)
  return `${name}-${randomUUID()}@example.org`
}

export function linkIn(link: URL): { token: string; type: string; redirect_to: string | null } {
  const { searchParams } = link
  return {
    token: searchParams.get('token') ?? searchParams.get('token_hash') ?? '',
    type: searchParams.get('type') ?? '',
    redirect_to: searchParams.get('redirect_to'),
  }
}

/** The session that a pressed link opened; throws if it opened none. */
export function toSession({ status, headers, body }: AuthAnswer): TestSession {
  return sessionIn({ status, headers, body: { ...body, ...(body['session'] as object | undefined) } })
}

/** The session in an answer; throws for any other answer. */
export function sessionIn({ status, body }: AuthAnswer): TestSession {
  const { access_token: accessToken, refresh_token: refreshToken, user } = body
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || !isUser(user)) {
    throw new Error(`no session in the answer ${status} ${String(body['code'])}`)
  }
  return { accessToken, refreshToken, userId: user.id }
}

function isUser(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
