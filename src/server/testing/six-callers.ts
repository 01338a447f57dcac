import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPages } from '../../../scripts/lib/pack-pages.ts'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { loadBuild } from '../web-pages/routes.ts'
import { createAuthCaller } from './auth-caller.ts'
import { holdToTable } from './hold-to-table.ts'
import { ageCreation, createVerification, enter, register, subscribe } from './people.ts'
import { completeRecord, mailedLink } from './records.ts'
import { createTestApp } from './test-app.ts'

type Headers = Record<string, string>

/**
 * All kinds of callers: by the session or pass they send, or without any. The last two send invalid or expired ones.
 */
export type Caller = 'signed out' | 'stranger' | 'owner' | 'foreign pass' | 'pass' | 'garbage' | 'expired'

/** The object that a pass opens: one verification at the gate, or one record by its mailed link. */
export type PassKind = 'gate' | 'record'

export type SixCallers = Awaited<ReturnType<typeof createSixCallers>>

/** An installation in use: the owner's objects, in every state that a route may need, and the callers. */
export async function createSixCallers() {
  const test = await createTestApp()
  const folder = await mkdtemp(join(tmpdir(), 'assent-pages-'))
  await writeFile(join(folder, '__spa-fallback.html'), '<title>Application</title>')
  await packPages(folder)
  const app = createApp({ ...test.platform, rateLimits: noRateLimits }, { build: await loadBuild(folder) })
  holdToTable(app)

  const owner = await register(test)
  const expired = owner.headers
  test.clock.advance(2 * 3600 * 1000)
  const auth = createAuthCaller(test)
  const signedIn = async () =>
    toBearer((await auth.signIn(owner.email, 'Correct-Horse-7')).body['access_token'])
  owner.headers = await signedIn()
  const stranger = await register(test, 'Mallory Example')
  for (const person of [owner, stranger]) await subscribe(test, person)

  const recordId = await completeRecord(test, owner)
  const foreignRecordId = await completeRecord(test, stranger)
  await test.runJobs()
  const verificationId = (await createVerification(test, owner)).id
  const otherVerificationId = (await createVerification(test, owner)).id
  const foreignId = (await createVerification(test, stranger)).id
  const toOwner = { type: 'person', thirdPartyEmail: owner.email } as const
  const { id: askedId } = await createVerification(test, stranger, toOwner)
  const { selfieDocumentId: documentId } = await ageCreation(test, owner)
  const address = await test.app.request(`/api/documents/${documentId}/url`, { headers: owner.headers })
  const { url: fileUrl } = (await address.json()) as { url: string }

  const passkey = await test.database.row<{ id: string }>(sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, name, created_at)
    VALUES (${owner.id}, 'owner', '', 0, 'Phone', now()) RETURNING id`)

  const authenticatorApp = await test.database.row<{ id: string }>(sql`
    INSERT INTO authenticator_apps (user_id, sealed_secret, created_at) VALUES (${owner.id}, '', now()) RETURNING id`)

  const other = await signedIn()
  const devices = await test.app.request('/api/sessions', { headers: other })
  const sessions = (await devices.json()) as { id: string; current: boolean }[]
  const passes = {
    gate: { pass: await enter(test, verificationId), foreign: await enter(test, foreignId) },
    record: { pass: await mailedLink(test, recordId), foreign: await mailedLink(test, foreignRecordId) },
  }
  return {
    test,
    app,
    owner,
    /** Pending, and opened by the right pass. */
    verificationId,
    /** Pending as well, to be cancelled. */
    otherVerificationId,
    /** The stranger's open request to the owner's address. */
    askedId,
    recordId,
    documentId,
    fileUrl,
    passkeyId: passkey?.id ?? '',
    appId: authenticatorApp?.id ?? '',
    otherSessionId: sessions.find(({ current }) => current)?.id ?? '',
    makeHeaders(caller: Caller, passKind: PassKind): Headers {
      const headers: Record<Caller, Headers> = {
        'signed out': {},
        stranger: stranger.headers,
        owner: owner.headers,
        'foreign pass': passes[passKind].foreign.headers,
        pass: passes[passKind].pass.headers,
        garbage: toBearer('g'.repeat(43)),
        expired,
      }
      return headers[caller]
    },
    async close() {
      await rm(folder, { recursive: true })
      await test.close()
    },
  }
}

function toBearer(token: unknown): { authorization: string } {
  return { authorization: `Bearer ${String(token)}` }
}
