/** What the stand-in uses of oidc-provider, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** A request in Koa, as far as a middleware looks at it. */
  export type ProviderContext = {
    path: string
    status: number
    body: unknown
    type: string
    response: { get(header: string): string | undefined; set(header: string, value: string): void }
    oidc: {
      client: { clientId: string }
      session: { accountId?: string }
      result?: { login?: object }
      params: Record<string, string | undefined>
      provider: Provider
    }
  }
  export type ProviderMiddleware = (context: ProviderContext, next: () => Promise<void>) => Promise<void>

  export class Provider {
    constructor(issuer: string, configuration: object)
    use(middleware: ProviderMiddleware): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ uid: string; params: Record<string, string | undefined> }>
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>
    Grant: new (of: {
      accountId: string | undefined
      clientId: string
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
  export const interactionPolicy: {
    base(): { get(name: string): { checks: { add(check: object): void } }; remove(name: string): void }
    Check: {
      new (reason: string, description: string, check: (context: ProviderContext) => boolean): object
      REQUEST_PROMPT: boolean
      NO_NEED_TO_PROMPT: boolean
    }
  }
  export default Provider
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(clockTolerance: number): unknown
}
