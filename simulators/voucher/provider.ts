import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import type { JWK } from 'jose'
import Provider, { interactionPolicy, type ProviderContext, type ProviderMiddleware } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import type { VoucherKind } from '../../src/domain/voucher.ts'
import { createLoopbackApp, listenOnLoopback, loopback } from '../loopback-server.ts'
import { showLogin } from './pages.ts'
import { type Account, makeAccount, readAskedOfKey } from './people.ts'

/** The level at which the simulated bank knows its customers. */
export const bankLevel = 'urn:simulated:substantial'

export type SimulatedProvider = { issuer: string; close(): Promise<void> }

export type ProviderOptions = {
  id: string
  name: string
  kind: VoucherKind
  /** The client's registration, without what is the same for all. */
  client: object
  /** The private key that signs tokens. */
  signingKey: JWK
  hasPushedRequests: boolean
  /** Tests change answers here. */
  middleware?: ProviderMiddleware
}

/** Starts one provider on the loopback address, at a free port, which is its issuer. */
export async function startProvider(options: ProviderOptions): Promise<SimulatedProvider> {
  const app = createLoopbackApp() as unknown as Hono<{ Bindings: HttpBindings }>
  const accounts = new Map<string, Account>()
  let provider: Provider | null = null
  const handle = (
    work: (provider: Provider, c: Context<{ Bindings: HttpBindings }>) => Promise<Response>,
  ) => {
    return (c: Context<{ Bindings: HttpBindings }>) => (provider ? work(provider, c) : c.body(null, 503))
  }

  app.get(
    '/interaction/:uid',
    handle(async (running, c) => {
      const { uid, params } = await running.interactionDetails(c.env.incoming, c.env.outgoing)
      const { methods } = readAskedOfKey(params['claims'])
      const takesFace = options.kind === 'age_key' && (!methods || methods.includes('facial_age_estimation'))
      return c.html(showLogin(uid, { ...options, takesFace }))
    }),
  )
  app.post(
    '/interaction/:uid',
    handle(async (running, c) => {
      const { incoming, outgoing } = c.env
      const { params } = await running.interactionDetails(incoming, outgoing)
      const form = await c.req.parseBody()
      const answer = form['answer']
      const pressed = {
        isAdult: answer !== 'minor',
        name: String(form['name'] ?? ''),
        method: answer === 'face' ? 'facial_age_estimation' : 'id_doc_scan',
      } as const
      const account = makeAccount(options.kind, pressed, readAskedOfKey(params['claims']))
      accounts.set(account.sub, account)
      const result =
        answer === 'cancel'
          ? { error: 'access_denied', error_description: 'the person cancelled' }
          : { login: { accountId: account.sub, acr: bankLevel, remember: false } }
      return c.redirect(
        await running.interactionResult(incoming, outgoing, result, { mergeWithLastSubmission: false }),
        303,
      )
    }),
  )
  app.all(
    '*',
    handle(async (running, c) => {
      await running.callback()(c.env.incoming, c.env.outgoing)
      // Once another server has replaced the global Response, only a clone is still recognised as sent.
      return RESPONSE_ALREADY_SENT.clone()
    }),
  )

  const server = await listenOnLoopback(app as unknown as Hono, 0)
  const issuer = `http://${loopback}:${server.port}`
  provider = new Provider(issuer, configure(options, accounts))
  if (options.middleware) provider.use(options.middleware)
  return { issuer, close: server.close }
}

function configure(
  { id, client, signingKey, hasPushedRequests }: ProviderOptions,
  accounts: ReadonlyMap<string, Account>,
): object {
  const { Check, base } = interactionPolicy
  const policy = base()
  // Asks each time: a shared device must not answer for the person before.
  const asksAgain = ({ oidc }: ProviderContext) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
  policy.get('login').checks.add(new Check('each_time', 'each request asks the person', asksAgain))
  policy.remove('consent')
  return {
    adapter: createMemoryAdapter(0),
    clients: [client],
    jwks: { keys: [signingKey] },
    // Providers of one host share its cookies.
    cookies: {
      keys: [crypto.randomUUID()],
      names: { session: `${id}_session`, interaction: `${id}_interaction`, resume: `${id}_resume` },
    },
    claims: {
      openid: ['sub', 'age_thresholds', 'method'],
      age: ['age_over_18'],
      profile: ['given_name', 'family_name'],
    },
    scopes: ['openid', 'age', 'profile'],
    acrValues: [bankLevel],
    responseTypes: ['code', 'id_token'],
    // What an age key is asked for isn't the parameter of OpenID Connect with this name.
    extraParams: { claims: null },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: hasPushedRequests },
      rpInitiatedLogout: { enabled: false },
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 300, Interaction: 900, Session: 900, Grant: 900 },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => accounts.get(sub) ?? { sub },
    }),
    async loadExistingGrant({ oidc }: ProviderContext) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session.accountId,
        clientId: oidc.client.clientId,
      })
      grant.addOIDCScope('openid age profile')
      await grant.save()
      return grant
    },
    renderError: (ctx: ProviderContext, { error = '', error_description: why = '' }) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${why}`
    },
    clientBasedCORS: () => false,
  }
}
