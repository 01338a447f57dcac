import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { removeLostAppsJob } from '../accounts/index.ts'
import { sql } from '../platform/database/index.ts'
import {
  type AuthAnswer,
  authForFile,
  password,
  sessionIn,
  type TestSession,
  takeAddress,
} from '../testing/auth-caller.ts'
import { everyTable } from '../testing/kept.ts'
import { createPasskeyCaller } from '../testing/passkey-caller.ts'
import { createAuthenticator } from '../testing/software-authenticator.ts'
import { untilWaiting, whileLocked } from '../testing/waiting-statements.ts'

const { test, auth } = authForFile()
const passkeys = createPasskeyCaller(test)

let email: string
let session: TestSession
beforeEach(async () => {
  email = takeAddress(test, 'ann')
  await auth.signUp(email)
  await auth.confirm(email)
  session = sessionIn(await auth.signIn(email))
})

const token = () => session.accessToken
const idOf = ({ accessToken }: TestSession): string =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).session_id
const account = () => sql`SELECT id FROM users WHERE id = ${session.userId}`
const factors = (path: string, body: object = {}) => auth.post(`/factors${path}`, body, { token: token() })
const changeUser = (body: object) => auth.call('PUT', '/auth/v1/user', { token: token(), body })
const isSignedIn = async ({ accessToken }: TestSession) => (await auth.user(accessToken)).status === 200

type App = { id: string; secret: string }

async function beginApp(): Promise<App> {
  const { body } = await factors('', { factor_type: 'totp' })
  return { id: String(body['id']), secret: String((body['totp'] as { secret: string }).secret) }
}

const enter = ({ id, secret }: App) => {
  const timestamp = test.clock.now().getTime()
  return factors(`/${id}/verify`, { code: TOTP.generate({ secret: Secret.fromBase32(secret), timestamp }) })
}

async function setUpApp(): Promise<App> {
  const app = await beginApp()
  session = sessionIn(await enter(app))
  test.clock.advance(30_000)
  return app
}

/** The stored state, except the session that ends and the challenge that is used up. */
async function readKept(): Promise<unknown> {
  const kept = await everyTable(test.database)
  return { ...kept, 'public.sessions': null, 'public.passkey_challenges': null }
}

/** Actions in a person's settings. `prepare` does the steps before one, and returns a function that begins it. */
const acts: [what: string, prepare: () => Promise<() => Promise<AuthAnswer>>][] = [
  [
    'adds no passkey',
    async () => {
      const answer = createAuthenticator().create(await passkeys.beginRegistration(token()))
      return () => passkeys.finishRegistration(token(), answer)
    },
  ],
  [
    'renames no passkey',
    async () => {
      const id = await passkeys.register(token(), createAuthenticator())
      return () => passkeys.rename(token(), id, 'Mine')
    },
  ],
  [
    'removes no passkey',
    async () => {
      const id = await passkeys.register(token(), createAuthenticator())
      return () => passkeys.remove(token(), id)
    },
  ],
  ['begins no authenticator app', async () => () => factors('', { factor_type: 'totp' })],
  [
    'sets up no authenticator app',
    async () => {
      const app = await beginApp()
      return () => enter(app)
    },
  ],
  [
    'uses up no recovery code',
    async () => {
      await setUpApp()
      const { body } = await factors('/recovery-codes')
      const [code] = body['codes'] as string[]
      return () => factors('/recovery-codes/verify', { code })
    },
  ],
  [
    'makes no new recovery codes',
    async () => {
      await setUpApp()
      return () => factors('/recovery-codes')
    },
  ],
  [
    'removes no authenticator app',
    async () => {
      const { id } = await setUpApp()
      return () => auth.call('DELETE', `/auth/v1/factors/${id}`, { token: token() })
    },
  ],
  [
    'has no lost app removed',
    async () => {
      await setUpApp()
      return () => factors('/removal')
    },
  ],
  [
    'stops no removal',
    async () => {
      await setUpApp()
      await factors('/removal')
      return () => auth.call('DELETE', '/auth/v1/factors/removal', { token: token() })
    },
  ],
  [
    'sets no password',
    async () => () => changeUser({ password: 'Another-horse 18', current_password: password }),
  ],
  [
    'wishes no other address',
    async () => {
      const address = takeAddress(test, 'other')
      session = sessionIn(await auth.signIn(email))
      return () => changeUser({ email: address, current_password: password })
    },
  ],
  ['changes no name', async () => () => changeUser({ data: { full_name: 'Eve' } })],
  ['proves nothing', async () => () => changeUser({ current_password: password })],
  ['has no code mailed', async () => () => auth.call('GET', '/auth/v1/reauthenticate', { token: token() })],
  [
    'keeps no proof',
    async () => {
      const claims = { documentId: randomUUID(), fullName: 'Ann Example', dateOfBirth: null }
      return () => auth.call('PUT', '/api/kept-proof', { token: token(), body: claims })
    },
  ],
  [
    'forgets no proof',
    async () => {
      await test.database.run(sql`
        INSERT INTO kept_proofs (id, user_id, full_name, birth_date_agrees, source, kept_at, ends_on)
        VALUES (${randomUUID()}, ${session.userId}, 'Ann Example', true, '{}', ${test.clock.now()},
          ${toCalendarDate(new Date(test.clock.now().getTime() + 99 * 24 * 60 * 60 * 1000))})`)
      return () => auth.call('DELETE', '/api/kept-proof', { token: token() })
    },
  ],
  [
    'asks for no copy',
    async () => () => auth.call('POST', '/api/data-exports', { token: token(), body: {} }),
  ],
  [
    'closes no account',
    async () => () => auth.call('POST', '/api/account/closing', { token: token(), body: { password } }),
  ],
]

describe('a device that is being signed out in another window', () => {
  it.each(acts)('%s (SESSION-7)', async (_, prepare) => {
    const act = await prepare()
    await test.runJobs()
    const before = await readKept()
    const { status, body } = await whileLocked(test, account(), act, (owner) =>
      owner.run(sql`DELETE FROM sessions WHERE id = ${idOf(session)}`),
    )
    expect([403, 401]).toContain(status)
    expect(['session_not_found', 'authentication_required']).toContain(body['code'])
    expect(await readKept()).toEqual(before)
  })

  it('has no confirmation mailed (SESSION-7)', async () => {
    const address = takeAddress(test, 'new')
    session = await auth.signUp(address)
    await test.runJobs()
    test.clock.advance(5 * 60 * 1000)
    const before = await readKept()
    const resend = () => auth.post('/resend', { type: 'signup', email: address }, { token: token() })
    const { body } = await whileLocked(test, account(), resend, (owner) =>
      owner.run(sql`DELETE FROM sessions WHERE id = ${idOf(session)}`),
    )
    expect(body['code']).toBe('session_not_found')
    expect(await readKept()).toEqual(before)
  })
})

it('a signed-out session doesn’t vouch for a registration through a link opened before (SESSION-7)', async () => {
  const address = takeAddress(test, 'new')
  session = await auth.signUp(address)
  const link = await auth.mailedLink(address)
  const { body } = await whileLocked(
    test,
    account(),
    () => auth.press(link, {}, token()),
    (owner) => owner.run(sql`DELETE FROM sessions WHERE id = ${idOf(session)}`),
  )
  expect(body['code']).toBe('current_password_required')
})

it('removing a passkey ends the session it opened, even if another passkey has proven the session since (PASSKEY-6)', async () => {
  const [opens, proves] = [createAuthenticator(), createAuthenticator()]
  const id = await passkeys.register(token(), opens)
  const other = await passkeys.register(token(), proves)
  let opened = sessionIn(await passkeys.signIn(opens))
  opened = sessionIn(await passkeys.prove(proves, opened.accessToken))
  await passkeys.remove(token(), other)
  expect(await isSignedIn(opened)).toBe(true)
  await passkeys.remove(token(), id)
  expect(await isSignedIn(opened)).toBe(false)
})

describe('an action in one window while another logs in', () => {
  it('removes the passkey of that login, without a deadlock (PASSKEY-4)', async () => {
    const authenticator = createAuthenticator()
    const id = await passkeys.register(token(), authenticator)
    const answer = authenticator.get(await passkeys.beginSignIn())
    const [removed, opened] = await test
      .asOwner((owner) =>
        owner.transaction(async (tx) => {
          await tx.rows(sql`SELECT id FROM passkeys WHERE id = ${id} FOR UPDATE`)
          const removing = passkeys.remove(token(), id)
          await untilWaiting(tx, 1, removing)
          const opening = passkeys.finishSignIn(answer)
          await untilWaiting(tx, 2, opening)
          return [removing, opening] as const
        }),
      )
      .then((both) => Promise.all(both))
    expect([removed.status, opened.status]).toEqual([204, 400])
    expect(opened.body['code']).toBe('webauthn_verification_failed')
  })

  it.each([
    [
      'removes the app of a code',
      (app: App) => auth.call('DELETE', `/auth/v1/factors/${app.id}`, { token: token() }),
    ],
    ['begins the removal of the app', () => factors('/removal')],
    [
      'finds the app’s days over',
      async () => {
        await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, removeLostAppsJob, {}))
        await test.runJobs()
        return { status: 200 }
      },
    ],
  ])('%s, without a deadlock (TWOSTEP-8)', async (what, remove) => {
    const app = await setUpApp()
    await test.database.run(sql`
      UPDATE authenticator_apps SET removal_due_at = ${what.startsWith('finds') ? test.clock.now() : null}
      WHERE id = ${app.id}`)
    const other = sessionIn(await auth.signIn(email))
    const timestamp = test.clock.now().getTime()
    const code = TOTP.generate({ secret: Secret.fromBase32(app.secret), timestamp })
    const both = await test.asOwner((owner) =>
      owner.transaction(async (tx) => {
        await tx.rows(sql`SELECT id FROM authenticator_apps WHERE id = ${app.id} FOR UPDATE`)
        const removing = remove(app)
        await untilWaiting(tx, 1, removing)
        const entering = auth.post(`/factors/${app.id}/verify`, { code }, { token: other.accessToken })
        await untilWaiting(tx, 2, entering)
        return [removing, entering] as const
      }),
    )
    const [removed, entered] = await Promise.all(both)
    expect([removed.status, entered.status].every((status) => status < 500)).toBe(true)
  })
})
